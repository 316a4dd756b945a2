#include "cli/coreference_score.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "cli/coreference_clusters.hpp"
#include "cli/model_source.hpp"
#include "cli/word_runner.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/random.hpp"
#include "core/utf8.hpp"
#include "text/conll_coreference.hpp"
#include "text/ontogum.hpp"

namespace attnscope::cli {
namespace {

constexpr unsigned strongest_word_bit = 1U;
constexpr unsigned strongest_mention_bit = 2U;
constexpr std::string_view rules =
    "an anaphor is a mention with an earlier mention of its cluster in the window, taken at its head word; right: "
    "the head word of any such mention";

/// One anaphor and where it stands.
struct Unit {
  Index document = 0;
  const Anaphor* anaphor = nullptr;
};

struct Row {
  std::string name;
  Index count = 0;
  HeldOutChoice by_word;
  HeldOutChoice by_mention;
  std::optional<Proportion> declared_word;
  std::optional<Proportion> declared_mention;
  Proportion nearest;
  Proportion same_head;
  Proportion sieve;
};

std::vector<CoreferenceDocument> read_documents(const ScoreOptions& options) {
  const std::vector<std::string> files =
      options.files.empty() ? std::vector<std::string>{(data_folder() / "coref" / "litbank.conll").string()}
                            : options.files;
  std::vector<CoreferenceDocument> documents;
  for (const std::string& file : files) {
    std::vector<CoreferenceDocument> read = read_conll_coreference(file);
    if (!options.dep.empty() && read.size() == 1) {
      const auto tree = std::filesystem::path(options.dep) /
                        std::filesystem::path(file).filename().replace_extension(".conllu");
      join_syntax(read.front(), read_conllu(tree));
    }
    for (CoreferenceDocument& document : read) documents.push_back(std::move(document));
  }
  for (const CoreferenceDocument& document : documents) {
    const bool has_words = std::none_of(document.words.begin(), document.words.end(),
                                        [](const std::string& word) { return word.empty(); });
    if (!has_words) {
      throw Error(Error::Kind::input, printable(document.name, 80) + ": the file gives no words",
                  "for OntoGUM, name the folder of its treebank with --dep");
    }
  }
  return documents;
}

/// The strongest of some words, or -1 where none has weight.
Index strongest(const DoubleMatrix& map, Index word, const std::vector<Index>& candidates, bool is_turned) {
  Index best = -1;
  double most = 0.0;
  for (const Index other : candidates) {
    const double weight = is_turned ? map(other, word) : map(word, other);
    if (other == word || weight <= most) continue;
    most = weight;
    best = other;
  }
  return best;
}

class CoreferenceScore {
 public:
  CoreferenceScore(const ScoreOptions& options, Terminal& terminal)
      : options_(options),
        terminal_(terminal),
        runner_(options.model, options.recipe, options.rule()),
        documents_(read_documents(options)) {
    const ModelInfo& model = runner_.info();
    const SourceInfo info{.name = model.name, .facts = {}, .layers = model.layers, .heads = model.heads, .roles = {}};
    for (const HeadRole& role :
         override_roles(model.roles, options.dependency_head, options.antecedent_head, info)) {
      if (role.role == "antecedent") declared_ = 2 * (role.layer * model.heads + role.head);
    }
    for (Index candidate = 0; candidate < 2 * model.layers * model.heads; ++candidate) {
      candidates_.push_back(candidate);
    }
  }

  void run() {
    windows_ = cut_into_windows(documents_, runner_.tokenizer(), options_.window);
    std::vector<Index> first_unit;
    for (const CoreferenceWindow& window : windows_) {
      first_unit.push_back(static_cast<Index>(units_.size()));
      for (const Anaphor& anaphor : window.anaphors) units_.push_back({window.document, &anaphor});
    }
    if (units_.empty()) {
      throw Error(Error::Kind::input, "no mention has an earlier mention of the same thing in its window",
                  "are the clusters in the last column of the file?");
    }
    verdicts_ = BasicMatrix<std::uint8_t>(static_cast<Index>(units_.size()), static_cast<Index>(candidates_.size()));
    ThreadPool pool = options_.make_pool();
    const auto count = static_cast<Index>(windows_.size());
    std::vector<char> is_too_long(windows_.size(), 0);
    std::vector<ClusterCounts> clusters(windows_.size());
    run_units(
        count, pool,
        [&](Index unit, ThreadPool& own) {
          const auto place = static_cast<std::size_t>(unit);
          const bool fits = runner_.run(windows_[place].words, {}, own, [&](LayerHead head, const DoubleMatrix& map) {
            judge(windows_[place], first_unit[place], head, map);
            if (2 * (head.layer * runner_.info().heads + head.head) != declared_) return;
            clusters[place] = compare_linked_clusters(windows_[place], map, options_.link_threshold);
          });
          is_too_long[place] = fits ? 0 : 1;
        },
        [&](Index done) { terminal_.progress("window", done, count); });
    for (const ClusterCounts& one : clusters) clusters_ += one;
    too_long_ = std::count(is_too_long.begin(), is_too_long.end(), 1);
    terminal_.clear_progress();
    make_rows();
    report();
  }

 private:
  void judge(const CoreferenceWindow& window, Index first_unit, LayerHead head, const DoubleMatrix& map) {
    std::vector<Index> all(window.words.size());
    for (std::size_t word = 0; word < all.size(); ++word) all[word] = static_cast<Index>(word);
    for (std::size_t place = 0; place < window.anaphors.size(); ++place) {
      const Anaphor& anaphor = window.anaphors[place];
      for (const bool is_turned : {false, true}) {
        const Index candidate = 2 * (head.layer * runner_.info().heads + head.head) + (is_turned ? 1 : 0);
        unsigned verdict = 0;
        const auto is_right = [&](const std::vector<Index>& among) {
          const Index found = strongest(map, anaphor.word, among, is_turned);
          return std::find(anaphor.antecedents.begin(), anaphor.antecedents.end(), found) !=
                 anaphor.antecedents.end();
        };
        if (is_right(all)) verdict |= strongest_word_bit;
        if (is_right(anaphor.candidates)) verdict |= strongest_mention_bit;
        verdicts_(first_unit + static_cast<Index>(place), candidate) = static_cast<std::uint8_t>(verdict);
      }
    }
  }

  Row make_row(const std::string& name, const std::vector<TrialUnit>& units) const {
    const auto reading = [&](unsigned bit) -> IsRight {
      return [this, bit](Index unit, Index candidate) { return (verdicts_(unit, candidate) & bit) != 0; };
    };
    const std::uint64_t seed = seed_for(1, name);
    Row row;
    row.name = name;
    row.count = static_cast<Index>(units.size());
    row.by_word = choose_held_out(units, candidates_, reading(strongest_word_bit), seed);
    row.by_mention = choose_held_out(units, candidates_, reading(strongest_mention_bit), seed);
    if (declared_ >= 0) {
      row.declared_word = proportion_of(units, declared_, reading(strongest_word_bit));
      row.declared_mention = proportion_of(units, declared_, reading(strongest_mention_bit));
    }
    for (const TrialUnit& unit : units) {
      const Anaphor& anaphor = *units_[static_cast<std::size_t>(unit.unit)].anaphor;
      row.nearest.right += anaphor.nearest_is_right ? 1 : 0;
      row.same_head.right += anaphor.same_head_is_right ? 1 : 0;
      row.sieve.right += anaphor.sieve_is_right ? 1 : 0;
    }
    row.nearest.of = row.same_head.of = row.sieve.of = row.count;
    return row;
  }

  void make_rows() {
    const auto units_where = [&](const std::optional<MentionClass>& wanted) {
      std::vector<TrialUnit> units;
      for (std::size_t unit = 0; unit < units_.size(); ++unit) {
        if (!wanted || units_[unit].anaphor->mention_class == *wanted) {
          units.push_back({.unit = static_cast<Index>(unit), .group = units_[unit].document});
        }
      }
      return units;
    };
    rows_.push_back(make_row("all", units_where(std::nullopt)));
    for (const MentionClass one : {MentionClass::pronoun, MentionClass::proper, MentionClass::nominal}) {
      const std::vector<TrialUnit> units = units_where(one);
      if (!units.empty()) rows_.push_back(make_row(std::string(name_of(one)), units));
    }
  }

  std::string candidate_text(Index candidate) const {
    if (candidate < 0) return "-";
    const Index head = candidate / 2;
    const Index heads = runner_.info().heads;
    return std::to_string(head / heads) + ":" + std::to_string(head % heads) + (candidate % 2 == 0 ? "" : "←");
  }

  std::string choice_text(const HeldOutChoice& choice) const {
    return "  " + left_aligned(candidate_text(choice.candidate), 6) + right_aligned(percent(choice.held_out), 6) + "  " +
           left_aligned(choice.held_out.of > 0 ? percent(choice.interval.low) + "–" + percent(choice.interval.high) : "",
                        11) +
           right_aligned(percent(choice.biased), 6) + "  " + left_aligned(candidate_text(choice.biased_candidate), 6);
  }

  void print() {
    std::string text = terminal_.bold(printable(runner_.info().name) + ": antecedents in " +
                                      std::to_string(documents_.size()) + " documents") +
                       "  " +
                       terminal_.grey(std::to_string(windows_.size()) + " windows of at most " +
                                      std::to_string(options_.window) + " tokens, " + std::to_string(units_.size()) +
                                      " anaphors" + (too_long_ > 0 ? ", " + std::to_string(too_long_) + " windows too long" : "")) +
                       "\n\n";
    if (declared_ >= 0) {
      text += terminal_.bold("head " + candidate_text(declared_)) +
              terminal_.grey("  declared to find antecedents; all documents, beside rules that choose among earlier mentions") +
              "\n  class          count   any word   earlier mention   nearest   same head   sieve\n";
      for (const Row& row : rows_) {
        text += "  " + left_aligned(row.name, 13) + right_aligned(std::to_string(row.count), 7) +
                right_aligned(percent(*row.declared_word), 11) + right_aligned(percent(*row.declared_mention), 18) +
                right_aligned(percent(row.nearest), 10) + right_aligned(percent(row.same_head), 12) +
                right_aligned(percent(row.sieve), 8) + "\n";
      }
      text += print_clusters();
    }
    text += terminal_.bold("best head") +
            terminal_.grey("  chosen on documents 1, 3, 5, …; held out: 2, 4, 6, …; biased: chosen and judged on all; ← reads columns") +
            "\n";
    for (const bool among_mentions : {false, true}) {
      text += among_mentions ? "  earlier mentions" : "  any word        ";
      text += "      head  held out  95 %       biased  head\n";
      for (const Row& row : rows_) {
        text += "    " + left_aligned(row.name, 18) + choice_text(among_mentions ? row.by_mention : row.by_word) + "\n";
      }
    }
    text += terminal_.grey("  " + std::string(rules) + "\n  lists: " + describe_lexicons() + "\n");
    terminal_.result(text);
  }

  /// Clusters by the declared head, each metric as recall, precision and F1.
  std::string print_clusters() const {
    std::string text = "\n  clusters by its best links   recall  precision    F1\n";
    for (const auto& [name, value] : all_metrics(clusters_)) {
      text += "    " + left_aligned(std::string(name), 25) + right_aligned(percent(value.recall), 7) +
              right_aligned(percent(value.precision), 11) + right_aligned(percent(value.f1), 6) + "\n";
    }
    return text + terminal_.grey("  gold mentions; linked to the earlier mention with the largest weight, unless the root token has "
                                 "more;\n  clusters of one mention dropped, clusters end with their window\n") +
           "\n";
  }

  void write_choice(JsonWriter& json, std::string_view name, const HeldOutChoice& choice) const {
    json.key(name);
    json.begin_object();
    json.member("head", candidate_text(choice.candidate));
    write_member(json, "held_out", choice.held_out);
    json.member("low", choice.interval.low);
    json.member("high", choice.interval.high);
    json.member("biased_head", candidate_text(choice.biased_candidate));
    write_member(json, "biased", choice.biased);
    json.end_object();
  }

  void write_json(const JsonWriter::Sink& sink) const {
    JsonWriter json(sink);
    json.begin_object();
    json.member("format", "attnscope antecedent score 1");
    json.member("program", "attnscope " + std::string(version()));
    json.member("model", runner_.info().name);
    write_recipe(json, runner_.describe_recipe(), options_.recipe);
    json.member("documents", static_cast<Index>(documents_.size()));
    json.member("windows", static_cast<Index>(windows_.size()));
    json.member("windows_too_long", too_long_);
    json.member("window_tokens", options_.window);
    json.member("to", options_.to);
    json.member("from", options_.from);
    json.member("rules", rules);
    json.member("lists", describe_lexicons());
    json.member("split", "chosen on documents 1, 3, 5, …; held out: 2, 4, 6, …");
    if (declared_ >= 0) {
      json.member("link_threshold", options_.link_threshold);
      json.key("clusters");
      json.begin_object();
      for (const auto& [name, value] : all_metrics(clusters_)) {
        json.key(name);
        json.begin_object();
        json.member("recall", value.recall);
        json.member("precision", value.precision);
        json.member("f1", value.f1);
        json.end_object();
      }
      json.end_object();
    }
    json.key("rows");
    json.begin_array();
    for (const Row& row : rows_) {
      json.begin_object();
      json.member("class", row.name);
      json.member("anaphors", row.count);
      if (row.declared_word) write_member(json, "declared_any_word", *row.declared_word);
      if (row.declared_mention) write_member(json, "declared_earlier_mention", *row.declared_mention);
      write_member(json, "nearest", row.nearest);
      write_member(json, "same_head", row.same_head);
      write_member(json, "sieve", row.sieve);
      write_choice(json, "any_word", row.by_word);
      write_choice(json, "earlier_mention", row.by_mention);
      json.end_object();
    }
    json.end_array();
    json.end_object();
    json.finish();
  }

  void report() {
    if (options_.json == "-") return write_json([this](std::string_view bytes) { terminal_.result(bytes); });
    if (!options_.json.empty()) {
      OutputFile file(options_.json);
      write_json([&file](std::string_view bytes) { file.write(bytes); });
      file.commit();
    }
    print();
  }

  const ScoreOptions& options_;
  Terminal& terminal_;
  WordRunner runner_;
  std::vector<CoreferenceDocument> documents_;
  std::vector<CoreferenceWindow> windows_;
  std::vector<Unit> units_;
  std::vector<Index> candidates_;
  Index declared_ = -1;
  Index too_long_ = 0;
  ClusterCounts clusters_;
  BasicMatrix<std::uint8_t> verdicts_;  ///< [anaphors x candidates]
  std::vector<Row> rows_;
};

}  // namespace

void score_coreference(const ScoreOptions& options, Terminal& terminal) {
  CoreferenceScore(options, terminal).run();
}

}  // namespace attnscope::cli
