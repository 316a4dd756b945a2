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
  ModelSource(const std::string& wanted, Parameters parameters)
      : model_(Model::load(locate_model(wanted).path)),
        info_(describe(model_->info())),
        parameters_(std::move(parameters)) {}

  const SourceInfo& info() const override { return info_; }

  TextMaps compute(const InputText& text, const MapRequest& request, ThreadPool& pool) override {
    TextMaps result = tokenize(text);
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
    run(tokenize(text), request, visit, pool);
  }

 private:
  TextMaps tokenize(const InputText& text) const {
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
};

}  // namespace

const SourcedMap* TextMaps::find(LayerHead head, AttentionSite::Kind kind) const {
  const auto found = std::find_if(maps.begin(), maps.end(), [&](const SourcedMap& one) {
    return one.kind == kind && one.map.layer == head.layer && one.map.head == head.head;
  });
  return found == maps.end() ? nullptr : &*found;
}

std::unique_ptr<MapSource> open_model_source(const std::string& wanted, Parameters parameters) {
  return std::make_unique<ModelSource>(wanted, std::move(parameters));
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
