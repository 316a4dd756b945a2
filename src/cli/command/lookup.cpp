// attnscope lookup: one query's look-up in the dictionary of keys and values, as a picture and in words.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "attention/score_row.hpp"
#include "cli/command.hpp"
#include "cli/map_pictures.hpp"
#include "cli/model_source.hpp"
#include "cli/shown_maps.hpp"
#include "cli/source_options.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "models/embedding_table.hpp"
#include "render/lookup.hpp"
#include "render/numbers.hpp"
#include "render/png.hpp"

namespace attnscope::cli {
namespace {

constexpr Index most_matches = 5;

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; });
  return small;
}

/// The first token of that text, or of the word of that text; none where there is none.
std::optional<Index> find_word(const TokenizedText& text, const std::string& word) {
  const std::string wanted = in_small_letters(word);
  const auto spelled = [&](Index first, Index last) {
    const Token& begin = text.tokens[static_cast<std::size_t>(first)];
    const Token& end = text.tokens[static_cast<std::size_t>(last)];
    if (begin.end == begin.begin || end.end > text.text.size() || end.end < begin.begin) return std::string();
    return in_small_letters(text.text.substr(begin.begin, end.end - begin.begin));
  };
  for (Index first = 0; first < text.size(); ++first) {
    const Token& token = text.tokens[static_cast<std::size_t>(first)];
    if (in_small_letters(token.label) == wanted || spelled(first, first) == wanted) return first;
    Index last = first;
    while (last + 1 < text.size() && token.word >= 0 &&
           text.tokens[static_cast<std::size_t>(last + 1)].word == token.word) {
      ++last;
    }
    if (last > first && spelled(first, last) == wanted) return first;
  }
  return std::nullopt;
}

/// What the picture and the words are made of.
struct Found {
  LookupSpec spec;
  std::string title;
};

class LookupJob final : public Job {
 public:
  explicit LookupJob(Options& options) {
    input_.declare(options);
    options.group("Query");
    options.value("--word", word_, "WORD", "the token that asks: its first place in the first text that has it");
    options.value("--place", place_, "N", "the same by its place in the text, from 0", 0, 1 << 20);
    heads_.declare(options);
    options.group("Output");
    options.value("-o,--out", out_, "FILE.png", "the picture");
    source_.declare(options);
    recipe_.declare(options);
    pictures_.declare(options);
    options.example("attnscope lookup sentences.txt --word it --heads 5:0", "what a pronoun takes, and from where");
    options.example("attnscope lookup words.txt --embeddings books50 --word king",
                    "plain word vectors: the output, and the words nearest to it");
    options.example("attnscope lookup words.txt --embeddings books50 --word king --normaliser softmax:temperature=0.01",
                    "a sharp look-up gives back one value");
  }

  void run(Terminal& terminal) override {
    const std::vector<InputText> texts = source_.read_texts(input_);
    const std::unique_ptr<MapSource> source = source_.open(recipe_);
    source->prepare(texts);
    SourceInfo info = source->info();
    info.roles = override_roles(info.roles, source_.dependency_head, source_.antecedent_head, info);
    ThreadPool pool = source_.make_pool();
    const std::optional<InputText> against = input_.read_against();
    const MapRequest request{.recipe = recipe_.text, .against = against ? &*against : nullptr};
    for (const InputText& input : texts) {
      const TextMaps text = source->compute(input, request, pool);
      if (!word_.empty() && place_ < 0 && !find_word(text.queries, word_)) continue;
      const SourcedMap& map = map_of(info, text);
      Found found = look_up(*source, input, request, info, text, map, query_of(text, map), pool);
      std::vector<PngText> provenance{{"Title", found.title},
                                      {"Software", "attnscope " + std::string(version())},
                                      {"Description", shown_text(text)}};
      for (const auto& [name, value] : info.facts) provenance.push_back({"attnscope:model " + name, value});
      for (const auto& [stage, choice] : text.recipe) provenance.push_back({"attnscope:" + stage, choice});
      write_file(out_, encode_png(draw_lookup(found.spec), provenance));
      terminal.result(in_words(terminal, found));
      terminal.note("wrote " + printable(out_, 400));
      return;
    }
    throw Error(Error::Kind::usage, "--word " + printable(word_, 60) + ": no text has this word",
                texts.size() == 1 ? "tokens: " + printable(texts.front().text, 120) : "");
  }

 private:
  /// The chosen head, or the first with the role of finding antecedents, or the first that stands out.
  const SourcedMap& map_of(const SourceInfo& info, const TextMaps& text) const {
    const SourcedMap* map = nullptr;
    if (heads_.is_given()) {
      const std::vector<LayerHead> chosen = choose_heads(heads_.layers, heads_.heads, info.layers, info.heads);
      if (chosen.size() != 1) {
        throw Error(Error::Kind::usage, "a look-up is of one head, and " + std::to_string(chosen.size()) + " are chosen",
                    "--heads LAYER:HEAD");
      }
      map = text.find(chosen.front());
    } else {
      for (const HeadRole& role : info.roles) {
        if (role.role == "antecedent") map = text.find({role.layer, role.head});
      }
      const std::vector<HeadFinding> standouts = heads_to_show(info, text);
      if (map == nullptr && !standouts.empty()) map = text.find({standouts.front().layer, standouts.front().head});
      if (map == nullptr && !text.maps.empty()) map = &text.maps.front();
    }
    if (map == nullptr) throw Error(Error::Kind::usage, "this text has no map of that head");
    return *map;
  }

  /// The query that was asked for, or the one with the strongest link to another word.
  Index query_of(const TextMaps& text, const SourcedMap& map) const {
    if (place_ >= text.queries.size()) {
      throw Error(Error::Kind::usage, "--place " + std::to_string(place_) + ": there are tokens 0 to " +
                                          std::to_string(text.queries.size() - 1));
    }
    if (place_ >= 0) return place_;
    if (!word_.empty()) return *find_word(text.queries, word_);
    const bool is_square = map.map.weights.rows() == map.map.weights.cols();
    const std::vector<WeightedPair> pairs =
        is_square ? strongest_pairs(map.map.weights, text.queries.tokens, 1) : std::vector<WeightedPair>();
    return pairs.empty() ? 0 : pairs.front().query;
  }

  Found look_up(MapSource& source, const InputText& input, const MapRequest& request, const SourceInfo& info,
                const TextMaps& text, const SourcedMap& map, Index query, ThreadPool& pool) const {
    Found found;
    const PictureContext context{.source = &info, .text = &text, .options = pictures_};
    const std::vector<Token>& keys = key_tokens(text, map.kind).tokens;
    const std::string word = text.queries.tokens[static_cast<std::size_t>(query)].label;
    LookupSpec& spec = found.spec;
    source.visit(
        input, request,
        [&](const AttentionSite& site) {
          if (site.kind == map.kind && site.layer.index == map.map.layer) fill(spec, site, map, query, keys);
        },
        pool);
    spec.page = pictures_.page();
    found.title = "look-up of “" + word + "”, " + title_of(context, map);
    spec.caption.title = found.title;
    spec.caption.subtitle = subtitle_of(context);
    spec.caption.text = shown_text(text);
    if (const HeadRole* role = role_of(info, map.kind, {map.map.layer, map.map.head})) spec.caption.note = role->note;
    return found;
  }

  void fill(LookupSpec& spec, const AttentionSite& site, const SourcedMap& map, Index query,
            const std::vector<Token>& keys) const {
    const auto head = static_cast<std::size_t>(map.map.head);
    if (site.layer.v.size() <= head || site.layer.v[head].empty()) {
      throw Error(Error::Kind::usage, "a look-up needs values, and there are none", "give them with --v V.npy");
    }
    const ConstMatrixView values = site.layer.v[head];
    if (values.rows != map.map.weights.cols() || values.rows != static_cast<Index>(keys.size())) {
      throw Error(Error::Kind::unsupported, "a look-up needs a value for each key: expected " +
                                                std::to_string(map.map.weights.cols()) + ", found " +
                                                std::to_string(values.rows));
    }
    const Recipe recipe = make_recipe(*site.own, recipe_.text);
    const std::vector<double> scores = score_row(recipe, site.layer, map.map.head, query);
    const std::span<const float> weights = map.map.weights.row(query);
    for (Index key = 0; key < values.rows; ++key) {
      const auto place = static_cast<std::size_t>(key);
      const std::span<const float> value = values.row(key);
      spec.keys.push_back(
          {.label = {keys[place].label, keys[place].special ? Emphasis::secondary : Emphasis::normal},
           .similarity = scores.empty() ? std::numeric_limits<double>::quiet_NaN() : scores[place],
           .weight = static_cast<double>(weights[place]),
           .is_excluded = !map.map.hidden.empty() && map.map.hidden(query, key) != 0,
           .value = {value.begin(), value.end()}});
    }
    spec.similarity_name = !recipe.similarity ? "similarity" : recipe.similarity.text;
    if (!recipe.priors.empty()) spec.similarity_name += " + prior";
    spec.output = weighted_sum(weights, values);
    add_matches(spec, values, keys);
  }

  /// Words of the table where values are word vectors, else the values of the text itself.
  void add_matches(LookupSpec& spec, ConstMatrixView values, const std::vector<Token>& keys) const {
    if (!source_.embeddings.empty() && source_.projections == 0) {
      for (const NearWord& near : nearest_words(source_.embeddings, spec.output, most_matches)) {
        spec.matches.push_back({{near.word}, near.similarity});
      }
      spec.matches_name = "words of the table nearest to the output, by cosine";
      return;
    }
    for (Index key = 0; key < values.rows; ++key) {
      spec.matches.push_back({{keys[static_cast<std::size_t>(key)].label}, cosine(values.row(key), spec.output)});
    }
    std::ranges::stable_sort(spec.matches, std::ranges::greater(), &LookupMatch::similarity);
    spec.matches.resize(std::min(spec.matches.size(), static_cast<std::size_t>(most_matches)));
    spec.matches_name = "values of this text nearest to the output, by cosine";
  }

  std::string in_words(const Terminal& terminal, const Found& found) const {
    const LookupSpec& spec = found.spec;
    std::vector<const LookupKey*> order;
    for (const LookupKey& key : spec.keys) order.push_back(&key);
    std::ranges::stable_sort(order, [](const LookupKey* one, const LookupKey* other) {
      return std::abs(one->weight) > std::abs(other->weight);
    });
    constexpr std::size_t most_told = 8;
    std::string text = terminal.bold(printable(found.title, 200)) + "\n  weight  score  key\n";
    for (std::size_t place = 0; place < std::min(order.size(), most_told); ++place) {
      const LookupKey& key = *order[place];
      const auto padded = [](const std::string& number, std::size_t width) {
        return std::string(number.size() < width ? width - number.size() : 0, ' ') + number;
      };
      const std::string score = std::isfinite(key.similarity) ? ascii_decimals(key.similarity) : "-";
      text += "  " + padded(ascii_decimals(key.weight), 6) + padded(score, 7) + "  " + printable(key.label.text, 40) +
              (key.is_excluded ? " (excluded)" : "") + "\n";
    }
    text += "  " + spec.matches_name + ": ";
    for (std::size_t place = 0; place < spec.matches.size(); ++place) {
      text += (place > 0 ? ", " : "") + printable(spec.matches[place].label.text, 40) + " " +
              ascii_decimals(spec.matches[place].similarity);
    }
    return text + "\n";
  }

  /// Two decimals with a plain minus sign.
  static std::string ascii_decimals(double number) {
    const std::string digits = fixed_text(std::abs(number), 2);
    return (number < 0.0 && digits != "0.00" ? "-" : "") + digits;
  }

  InputOptions input_;
  SourceOptions source_;
  HeadOptions heads_;
  RecipeOptions recipe_;
  PictureOptions pictures_;
  std::string word_;
  Index place_ = -1;
  std::string out_ = "lookup.png";
};

class Lookup final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<LookupJob>(options);
  }
  int rank() const override { return 40; }
};

const Registered<Command> registered{
    {{
         .name = "lookup",
         .summary = "one query's look-up: similarity, weight, values, and what the output is like",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Lookup>(); }}};

}  // namespace
}  // namespace attnscope::cli
