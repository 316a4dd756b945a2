#include "cli/model_source.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/error.hpp"
#include "models/locate.hpp"
#include "models/model.hpp"
#include "text/tokenizer.hpp"

namespace attnscope::cli {
namespace {

TokenizedText tokens_of_ids(const std::vector<Index>& ids) {
  TokenizedText tokenized;
  for (const Index id : ids) {
    Token token;
    token.text = std::to_string(id);
    token.label = token.text;
    token.id = id;
    token.word = tokenized.size();
    tokenized.text += (tokenized.text.empty() ? "" : " ") + token.text;
    tokenized.tokens.push_back(std::move(token));
  }
  return tokenized;
}

SourceInfo describe(const ModelInfo& model) {
  SourceInfo info;
  info.name = model.name;
  info.layers = std::max(model.layers, model.decoder_layers);
  info.heads = std::max(model.heads, model.decoder_heads);
  info.roles = model.roles;
  info.facts = {{"name", model.name},
                {"type", model.model_type},
                {"dtype", model.dtype},
                {"width", std::to_string(model.width)},
                {"head_size", std::to_string(model.head_size)}};
  if (model.key_value_heads != model.heads) {
    info.facts.emplace_back("key_value_heads", std::to_string(model.key_value_heads));
  }
  return info;
}

/// Gathers the maps of one text while the model runs.
class Collector {
 public:
  Collector(const MapRequest& request, ThreadPool& pool) : request_(request), pool_(pool) {}

  void take(const AttentionSite& site, TextMaps& result) {
    std::vector<Index> wanted;
    for (Index head = 0; head < site.layer.heads(); ++head) {
      if (!request_.is_wanted || request_.is_wanted({site.layer.index, head})) wanted.push_back(head);
    }
    const bool is_own = request_.recipe.empty() && request_.origins.empty() && request_.against == nullptr;
    if (is_own) {
      for (const Index head : wanted) {
        result.maps.push_back({site.maps[static_cast<std::size_t>(head)], site.kind});
      }
      if (result.recipe.empty()) result.recipe = site.own->describe();
    } else {
      const Recipe recipe = make_recipe(*site.own, request_.recipe);
      for (Map& map : compute_maps(recipe, site.layer, wanted, &memories_[site.kind], pool_)) {
        result.maps.push_back({std::move(map), site.kind});
      }
      if (result.recipe.empty()) result.recipe = recipe.describe();
    }
    for (const Parameters::Use& use : site.layer.parameters->uses()) uses_[use.name] = use;
  }

  std::vector<Parameters::Use> uses() const {
    std::vector<Parameters::Use> all;
    for (const auto& [name, use] : uses_) all.push_back(use);
    return all;
  }

 private:
  const MapRequest& request_;
  ThreadPool& pool_;
  std::map<AttentionSite::Kind, LayerMemory> memories_;
  std::map<std::string, Parameters::Use> uses_;
};

class ModelSource final : public MapSource {
 public:
  ModelSource(const std::string& wanted, Parameters parameters, const LongTextOptions& long_texts)
      : model_(Model::load(locate_model(wanted).path)),
        info_(describe(model_->info())),
        parameters_(std::move(parameters)),
        long_texts_(long_texts) {
    long_texts_.check(model_->info().most_positions);
  }

  const SourceInfo& info() const override { return info_; }

  TextMaps compute(const InputText& text, const MapRequest& request, ThreadPool& pool) override {
    TextMaps result = tokenize(text);
    if (long_texts_.window > 0 && result.queries.size() > long_texts_.window)
      return compute_windows(std::move(result), request, pool);
    Collector collector(request, pool);
    run(
        result, request, [&](const AttentionSite& site) { collector.take(site, result); }, pool);
    if (result.target) {
      result.keys = result.queries;  // for cross attention: the encoder's tokens
    } else if (request.against != nullptr) {
      result.keys = tokenize(*request.against).queries;
    }
    result.parameters = collector.uses();
    return result;
  }

  void visit(const InputText& text, const MapRequest& request,
             const std::function<void(const AttentionSite& site)>& visit, ThreadPool& pool) override {
    const TextMaps tokens = tokenize(text);
    if (long_texts_.window > 0 && tokens.queries.size() > long_texts_.window) {
      throw Error(Error::Kind::usage,
                  "--window: this command needs the whole text at once, which has " +
                      std::to_string(tokens.queries.size()) + " tokens",
                  "--truncate cuts it");
    }
    run(tokens, request, visit, pool);
  }

 private:
  TextMaps compute_windows(TextMaps whole, const MapRequest& request, ThreadPool& pool) const {
    if (whole.target || !whole.queries.second_text.empty() || !request.origins.empty() ||
        request.against != nullptr) {
      throw Error(Error::Kind::usage,
                  "--window slides over one text: it cannot be combined with a pair, a decoder's target, "
                  "--against or "
                  "states from elsewhere");
    }
    const TextEnds ends = ends_of(whole.queries);
    const Index room = long_texts_.window - ends.before - ends.after;
    const Index overlap = long_texts_.overlap < 0 ? room / 2 : long_texts_.overlap;
    if (room < 1 || overlap >= room) {
      throw Error(Error::Kind::usage, "--window " + std::to_string(long_texts_.window) +
                                          ": expected room for more than " + std::to_string(overlap) +
                                          " shared tokens beside " +
                                          std::to_string(ends.before + ends.after) + " around the text");
    }
    const std::vector<TokenWindow> windows =
        windows_over(whole.queries.size() - ends.before - ends.after, room, overlap);
    WindowedMaps joined(whole.queries, windows);
    std::string spans;
    for (const TokenWindow& window : windows) {
      TextMaps part;
      part.queries = window_of(whole.queries, window);
      Collector collector(request, pool);
      run(
          part, request, [&](const AttentionSite& site) { collector.take(site, part); }, pool);
      joined.add(std::move(part.maps));
      whole.recipe = part.recipe;
      whole.parameters = collector.uses();
      spans += (spans.empty() ? "" : " ") + std::to_string(window.first + ends.before) + "-" +
               std::to_string(window.last + ends.before - 1);
    }
    whole.maps = std::move(joined).take();
    whole.long_text = {{"window", std::to_string(long_texts_.window)},
                       {"overlap", std::to_string(overlap)},
                       {"windows", spans}};
    return whole;
  }

  TextMaps tokenize(const InputText& text) const {
    TextMaps result = tokenize_whole(text);
    const Index most = model_->info().most_positions;
    const Index found = result.queries.size();
    if (!long_texts_.truncates || most == 0 || found <= most || result.target) return result;
    if (!result.queries.second_text.empty()) {
      throw Error(Error::Kind::usage,
                  "--truncate: a pair of texts has " + std::to_string(found) +
                      " tokens, and which of the two to cut is not for the program to say");
    }
    result.queries = truncated(result.queries, most);
    result.long_text = {
        {"truncated", "from " + std::to_string(found) + " to " + std::to_string(most) + " tokens"}};
    return result;
  }

  TextMaps tokenize_whole(const InputText& text) const {
    TextMaps result;
    if (!text.ids.empty()) {
      result.queries = tokens_of_ids(text.ids);
      return result;
    }
    const Tokenizer* tokenizer = model_->tokenizer();
    if (tokenizer == nullptr) {
      throw Error(Error::Kind::unsupported, info_.name + ": there is no tokenizer beside the weights",
                  "give token ids with --ids, or put tokenizer.json beside the model");
    }
    if (model_->info().has_decoder) {
      result.queries = tokenizer->encode(text.text);
      result.target = tokenizer->encode_target(text.second_text);
    } else {
      result.queries = text.second_text.empty() ? tokenizer->encode(text.text)
                                                : tokenizer->encode_pair(text.text, text.second_text);
    }
    return result;
  }

  void run(const TextMaps& tokens, const MapRequest& request,
           const std::function<void(const AttentionSite& site)>& visit, ThreadPool& pool) const {
    const std::vector<Index> ids = tokens.queries.ids();
    const std::vector<Index> segments = tokens.queries.segments();
    const std::vector<Index> target = tokens.target ? tokens.target->ids() : std::vector<Index>();
    RunOptions options;
    options.maps = RunOptions::Maps::explicit_maps;
    options.parameters = &parameters_;
    Replacement replacement;
    if (request.replaces) {
      replacement.recipe = request.recipe;
      replacement.applies = [](AttentionSite::Kind, Index, Index) { return true; };
      options.replacement = &replacement;
    }
    const ModelInput input{.ids = ids, .segments = segments, .target = target};
    if (request.origins.empty() && request.against == nullptr)
      return model_->run(input, options, visit, pool);
    if (request.replaces) {
      throw Error(Error::Kind::usage,
                  "--replace cannot be combined with --query-from, --key-from, --value-from or --against");
    }
    const std::unique_ptr<const LayerStates> other = states_of(request.against, pool);
    OriginResolver resolver(request.origins, *model_, input, other.get(), pool);
    options.maps = RunOptions::Maps::none;
    model_->run(
        input, options,
        [&](const AttentionSite& site) {
          AttentionSite changed = site;
          changed.layer = resolver.resolve(site);
          visit(changed);
        },
        pool);
  }

  std::unique_ptr<const LayerStates> states_of(const InputText* text, ThreadPool& pool) const {
    if (text == nullptr) return nullptr;
    const TokenizedText tokens = tokenize(*text).queries;
    const std::vector<Index> ids = tokens.ids();
    const std::vector<Index> segments = tokens.segments();
    return std::make_unique<LayerStates>(*model_, ModelInput{.ids = ids, .segments = segments}, pool);
  }

  std::unique_ptr<const Model> model_;
  SourceInfo info_;
  Parameters parameters_;
  LongTextOptions long_texts_;
};

}  // namespace

const SourcedMap* TextMaps::find(LayerHead head, AttentionSite::Kind kind) const {
  const auto found = std::find_if(maps.begin(), maps.end(), [&](const SourcedMap& one) {
    return one.kind == kind && one.map.layer == head.layer && one.map.head == head.head;
  });
  return found == maps.end() ? nullptr : &*found;
}

std::unique_ptr<MapSource> open_model_source(const std::string& wanted, Parameters parameters,
                                             const LongTextOptions& long_texts) {
  return std::make_unique<ModelSource>(wanted, std::move(parameters), long_texts);
}

std::vector<HeadRole> override_roles(std::vector<HeadRole> roles, const std::string& dependency_head,
                                     const std::string& antecedent_head, const SourceInfo& info) {
  const auto place = [&](const std::string& role, const std::string& typed) {
    if (typed.empty()) return;
    std::erase_if(roles, [&](const HeadRole& have) { return have.role == role; });
    const LayerHead head =
        choose_heads("", typed.find(':') == std::string::npos ? typed + ":" : typed, info.layers, info.heads)
            .front();
    roles.push_back({.role = role, .layer = head.layer, .head = head.head, .note = ""});
  };
  place("dependency", dependency_head);
  place("antecedent", antecedent_head);
  return roles;
}

}  // namespace attnscope::cli
