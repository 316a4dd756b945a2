#include "cli/dependency_score.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "cli/dependency_table.hpp"
#include "cli/model_source.hpp"
#include "cli/word_runner.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "render/heatmap.hpp"
#include "render/png.hpp"
#include "text/text_file.hpp"

namespace attnscope::cli {
namespace {

constexpr Index fewest_shown = 10;  ///< rarer relations are in the JSON only

/// The treebanks that were read, and what they held.
struct Treebank {
  std::string name;
  std::vector<TreebankSentence> sentences;
  Index words = 0;
  Index multiword_tokens = 0;
  Index empty_nodes = 0;
  Index too_long = 0;
};

Treebank read_treebank(const ScoreOptions& options) {
  Treebank treebank;
  const std::vector<std::string> files =
      options.files.empty()
          ? std::vector<std::string>{(data_folder() / "treebank" / "english-pud.conllu").string()}
          : options.files;
  for (const std::string& file : files) {
    treebank.name += (treebank.name.empty() ? "" : ", ") +
                     (file == "-" ? "standard input"
                                  : printable(std::filesystem::path(file).filename().string(), 80));
    for (TreebankSentence& sentence : read_conllu(file)) treebank.sentences.push_back(std::move(sentence));
  }
  bool has_heads = false;
  for (TreebankSentence& sentence : treebank.sentences) {
    treebank.words += static_cast<Index>(sentence.words.size());
    treebank.multiword_tokens += static_cast<Index>(sentence.multiword_tokens.size());
    treebank.empty_nodes += sentence.empty_nodes;
    for (TreebankWord& word : sentence.words) {
      has_heads = has_heads || word.head != TreebankWord::no_head;
      if (options.is_universal) word.relation = universal_relation(word.relation);
    }
  }
  if (!has_heads) throw Error(Error::Kind::input, treebank.name + ": expected gold heads, found none");
  return treebank;
}

std::string head_text(LayerHead head) {
  return std::to_string(head.layer) + ":" + std::to_string(head.head);
}

std::string direction_text(Direction direction) {
  return direction == Direction::to_head ? "dep→head" : "head→dep";
}

std::string offset_text(Index offset) {
  return (offset > 0 ? "+" : "") + std::to_string(offset);
}

std::string interval_text(const Interval& interval) {
  return percent(interval.low) + "–" + percent(interval.high);
}

/// The declared heads, read as declared: a word attends to its head.
std::vector<DeclaredHead> declared_heads(const std::vector<HeadRole>& roles, const std::string& typed, Index heads) {
  std::vector<DeclaredHead> declared;
  for (const HeadRole& role : roles) {
    if (role.role != "dependency") continue;
    declared.push_back(
        {.name = "head " + head_text({role.layer, role.head}),
         .why = typed.empty() ? "declared by the model to find syntactic heads" : "named with --dependency-head",
         .candidate = 2 * (role.layer * heads + role.head)});
  }
  return declared;
}

struct WeightedHead {
  LayerHead head;
  double weight = 1.0;
};

/// "4:0=0.7,2:5=0.3"; a weight that is left out is 1. Throws: Error(usage).
std::vector<WeightedHead> parse_together(const std::string& typed, const ModelInfo& model) {
  std::vector<WeightedHead> set;
  if (typed.empty()) return set;
  for (const std::string_view part : split_fields(typed, ',')) {
    const std::size_t equals = part.find('=');
    const std::string_view digits = equals == std::string_view::npos ? "1" : part.substr(equals + 1);
    double weight = 0.0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), weight);
    const std::string_view place = part.substr(0, equals);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || !(weight > 0.0) ||
        place.find(':') == std::string_view::npos) {
      throw Error(Error::Kind::usage, "--together: expected heads with weights such as 4:0=0.7,2:5=0.3, found " +
                                          printable(part, 40));
    }
    set.push_back({choose_heads("", place, model.layers, model.heads).front(), weight});
  }
  return set;
}

void add_weighted(DoubleMatrix& sum, const DoubleMatrix& map, double weight) {
  for (std::size_t place = 0; place < sum.numbers().size(); ++place) {
    sum.numbers()[place] += weight * map.numbers()[place];
  }
}

std::string print_declared(const Terminal& terminal, const DependencyTable& table) {
  std::string text;
  for (const DeclaredHead& one : table.declared) {
    text += terminal.bold(one.name) + "  " +
            terminal.grey(one.why + "; all sentences") + "\n";
    for (std::size_t place = 0; place < table.summary.size(); ++place) {
      text += "  " + left_aligned(table.summary[place], 11) + right_aligned(percent(one.figures[place]), 6) +
              "  " + left_aligned(interval_text(one.intervals[place]), 10) + "  of " +
              std::to_string(one.figures[place].of) + "\n";
    }
    text += "\n";
  }
  return text;
}

std::string print_row(const DependencyTable& table, const DependencyRow& row) {
  std::string line = "  " + left_aligned(printable(row.name, 20), 14) +
                     right_aligned(std::to_string(row.count), 7);
  if (row.head.candidate < 0) return line + "  in one half only\n";
  const Candidate& chosen = table.candidates[static_cast<std::size_t>(row.head.candidate)];
  const Candidate& biased = table.candidates[static_cast<std::size_t>(row.head.biased_candidate)];
  line += "  " + left_aligned(head_text(chosen.head), 7) + left_aligned(direction_text(chosen.direction), 9) +
          right_aligned(percent(row.head.held_out), 10) + "  " +
          left_aligned(row.head.held_out.of > 0 ? interval_text(row.head.interval) : "", 11) +
          right_aligned(percent(row.offset.held_out), 7) + " " +
          left_aligned("(" + offset_text(row.offset.candidate) + ")", 5) +
          right_aligned(percent(row.head.biased), 7) + "  " + left_aligned(head_text(biased.head), 6) +
          right_aligned(percent(row.offset.biased), 7) + "\n";
  return line;
}

std::string explain_rows(const Terminal& terminal, const DependencyTable& table) {
  std::string text =
      "  all: the strongest other word is the head; roots left out, punctuation too unless +punct\n"
      "  UAS: the same, and roots count: the strongest must be the token before the text ([CLS])\n"
      "  tree UAS: heads of the maximum arborescence (Chu–Liu/Edmonds); UUAS: edges of the undirected tree\n";
  if (!table.declared.empty()) text += "  --leave-out-declared chooses among the heads that no role is declared for\n";
  return terminal.grey(text);
}

std::string print_rows(const Terminal& terminal, const DependencyTable& table) {
  std::string text = terminal.bold("best head for each relation") + "\n" +
                     terminal.grey("  chosen on sentences 1, 3, 5, …; 'held out' is its figure on 2, 4, 6, …, with a 95 % interval\n"
                                   "  over sentences; 'offset' is the best fixed offset, chosen likewise; 'biased' chooses and\n"
                                   "  judges on all sentences, as most published tables do\n");
  text += "  relation        words  head   direction   held out  95 %         offset       biased  head    offset\n";
  Index rare = 0;
  for (std::size_t place = 0; place < table.rows.size(); ++place) {
    const bool is_summary = place < table.summary.size();
    if (!is_summary && table.rows[place].count < fewest_shown) {
      ++rare;
      continue;
    }
    if (place == table.summary.size()) text += "\n";
    text += print_row(table, table.rows[place]);
  }
  if (rare > 0) {
    text += terminal.grey("  " + std::to_string(rare) + " relations of fewer than " +
                          std::to_string(fewest_shown) + " words: see --json\n");
  }
  return text;
}

void write_choice(JsonWriter& json, std::string_view name, const HeldOutChoice& choice,
                  const std::function<void(Index candidate)>& describe) {
  json.key(name);
  json.begin_object();
  const auto member = [&](std::string_view key, Index candidate) {
    json.key(key);
    json.begin_object();
    if (candidate >= 0 || name == "offset") describe(candidate);
    json.end_object();
  };
  member("chosen", choice.candidate);
  write_member(json, "held_out", choice.held_out);
  json.member("low", choice.interval.low);
  json.member("high", choice.interval.high);
  member("biased_choice", choice.biased_candidate);
  write_member(json, "biased", choice.biased);
  json.end_object();
}

void write_rows(JsonWriter& json, const DependencyTable& table) {
  const auto describe = [&](Index index) {
    const Candidate& candidate = table.candidates[static_cast<std::size_t>(index)];
    json.member("layer", candidate.head.layer);
    json.member("head", candidate.head.head);
    json.member("direction", candidate.direction == Direction::to_head ? "dependent to head" : "head to dependent");
  };
  json.key("rows");
  json.begin_array();
  for (const DependencyRow& row : table.rows) {
    json.begin_object();
    json.member("relation", row.name);
    json.member("words", row.count);
    write_choice(json, "head", row.head, describe);
    write_choice(json, "offset", row.offset, [&](Index offset) { json.member("offset", offset); });
    json.key("right");
    std::vector<Index> right;
    for (const Proportion& one : row.by_candidate) right.push_back(one.right);
    json.row(right);
    json.end_object();
  }
  json.end_array();
}

void write_json(const ScoreOptions& options, const WordRunner& runner, const Treebank& treebank,
                const DependencyTable& table, const JsonWriter::Sink& sink) {
  JsonWriter json(sink);
  json.begin_object();
  json.member("format", "attnscope dependency score 1");
  json.member("program", "attnscope " + std::string(version()));
  json.member("model", runner.info().name);
  write_recipe(json, runner.describe_recipe(), options.recipe);
  json.member("treebank", treebank.name);
  json.member("sentences", static_cast<Index>(treebank.sentences.size()));
  json.member("sentences_too_long", treebank.too_long);
  json.member("words", treebank.words);
  json.member("multiword_tokens", treebank.multiword_tokens);
  json.member("empty_nodes", treebank.empty_nodes);
  json.member("to", options.to);
  json.member("from", options.from);
  json.member("universal_relations", options.is_universal);
  json.member("split", "chosen on sentences 1, 3, 5, …; held out: 2, 4, 6, …");
  json.member("interval", "95 %, 1000 resamples of sentences, seed 1");
  json.key("declared");
  json.begin_array();
  for (const DeclaredHead& one : table.declared) {
    json.begin_object();
    json.member("name", one.name);
    json.member("why", one.why);
    for (std::size_t place = 0; place < table.summary.size(); ++place) {
      write_member(json, table.summary[place], one.figures[place]);
    }
    json.end_object();
  }
  json.end_array();
  json.key("candidates");
  json.begin_array();
  for (const Candidate& candidate : table.candidates) {
    json.value(head_text(candidate.head) + (candidate.direction == Direction::to_head ? " to head" : " from head"));
  }
  json.end_array();
  write_rows(json, table);
  json.end_object();
  json.finish();
}

/// Relations down, heads across: the better of both directions, on all sentences.
std::string picture_of(const ScoreOptions& options, const WordRunner& runner, const Treebank& treebank,
                       const DependencyTable& table) {
  std::vector<const DependencyRow*> rows;
  for (std::size_t place = 0; place < table.rows.size(); ++place) {
    if (place < table.summary.size() || table.rows[place].count >= fewest_shown) rows.push_back(&table.rows[place]);
  }
  const auto heads = static_cast<Index>(table.candidates.size() / 2);
  Matrix shares(static_cast<Index>(rows.size()), heads);
  HeatmapSpec spec;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    spec.rows.push_back({.text = rows[row]->name});
    for (Index head = 0; head < heads; ++head) {
      const auto place = static_cast<std::size_t>(head) * 2;
      shares(static_cast<Index>(row), head) = static_cast<float>(std::max(
          rows[row]->by_candidate[place].share(), rows[row]->by_candidate[place + 1].share()));
    }
  }
  for (Index head = 0; head < heads; ++head) {
    const LayerHead one = table.candidates[static_cast<std::size_t>(head) * 2].head;
    std::string name = head_text(one);
    for (const HeadRole& role : runner.info().roles) {
      if (role.layer == one.layer && role.head == one.head) name += " " + role.role;
    }
    spec.columns.push_back({.text = name});
  }
  spec.map = {shares, {}};
  spec.colours = options.pictures.scale_for(MapClass::row_stochastic);
  spec.caption = {.title = "how often the strongest word is the syntactic head",
                  .subtitle = runner.info().name + " · " + treebank.name,
                  .text = "each cell: the better of both directions, all " +
                          std::to_string(treebank.sentences.size()) + " sentences",
                  .note = {}};
  spec.row_axis = "relation";
  spec.column_axis = "layer:head";
  spec.value_name = "share right";
  spec.numbers = HeatmapSpec::Numbers::never;
  spec.page = options.pictures.page();
  const std::vector<PngText> texts{{"Title", spec.caption.title},
                                   {"Software", "attnscope " + std::string(version())},
                                   {"Description", spec.caption.subtitle}};
  return encode_png(draw_heatmap(spec), texts);
}

}  // namespace

void score_dependencies(const ScoreOptions& options, Terminal& terminal) {
  Treebank treebank = read_treebank(options);
  const WordRunner runner(options.model, options.recipe, options.rule());
  const ModelInfo& model = runner.info();
  SourceInfo info{.name = model.name, .facts = {}, .layers = model.layers, .heads = model.heads, .roles = {}};
  const std::vector<HeadRole> roles =
      override_roles(model.roles, options.dependency_head, options.antecedent_head, info);
  std::vector<Candidate> candidates;
  std::vector<Index> eligible;
  for (const LayerHead& head : choose_heads("", "", model.layers, model.heads)) {
    const bool is_declared = std::any_of(roles.begin(), roles.end(), [&](const HeadRole& role) {
      return role.layer == head.layer && role.head == head.head;
    });
    for (const Direction direction : {Direction::to_head, Direction::from_head}) {
      if (!is_declared || !options.leaves_declared) eligible.push_back(static_cast<Index>(candidates.size()));
      candidates.push_back({head, direction});
    }
  }
  const std::vector<WeightedHead> together = parse_together(options.together, model);
  std::vector<DeclaredHead> declared = declared_heads(roles, options.dependency_head, model.heads);
  const auto set_candidate = static_cast<Index>(candidates.size());
  if (!together.empty()) {
    declared.push_back({.name = "heads " + printable(options.together, 60) + " together",
                        .why = "the weighted sum of their maps",
                        .candidate = set_candidate});
  }
  DependencyJudgements judgements(treebank.sentences, set_candidate + (together.empty() ? 0 : 1));
  std::vector<char> is_too_long(treebank.sentences.size(), 0);
  ThreadPool pool = options.make_pool();
  const auto sentences = static_cast<Index>(treebank.sentences.size());
  run_units(
      sentences, pool,
      [&](Index sentence, ThreadPool& own) {
        const auto place = static_cast<std::size_t>(sentence);
        const Index words = static_cast<Index>(treebank.sentences[place].words.size()) + 1;
        DoubleMatrix sum(words, words);
        const bool fits = runner.run(
            treebank.sentences[place].forms(), {}, own, [&](LayerHead head, const DoubleMatrix& word_map) {
              for (const WeightedHead& one : together) {
                if (one.head == head) add_weighted(sum, word_map, one.weight);
              }
              const Index candidate = 2 * (head.layer * model.heads + head.head);
              judgements.judge(sentence, candidate, word_map, Direction::to_head);
              judgements.judge(sentence, candidate + 1, word_map, Direction::from_head);
            });
        if (!together.empty()) judgements.judge(sentence, set_candidate, sum, Direction::to_head);
        is_too_long[place] = fits ? 0 : 1;
      },
      [&](Index done) { terminal.progress("sentence", done, sentences); });
  for (Index sentence = 0; sentence < sentences; ++sentence) {
    if (is_too_long[static_cast<std::size_t>(sentence)] == 0) continue;
    judgements.leave_out(sentence);
    ++treebank.too_long;
  }
  terminal.clear_progress();
  const DependencyTable table = make_table(judgements, candidates, eligible, std::move(declared), pool);
  if (!options.png.empty()) write_file(options.png, picture_of(options, runner, treebank, table));
  if (options.json == "-") {
    return write_json(options, runner, treebank, table, [&](std::string_view bytes) { terminal.result(bytes); });
  }
  if (!options.json.empty()) {
    OutputFile file(options.json);
    write_json(options, runner, treebank, table, [&](std::string_view bytes) { file.write(bytes); });
    file.commit();
  }
  terminal.result(terminal.bold(printable(model.name) + " on " + treebank.name) + "  " +
                  terminal.grey(std::to_string(sentences) + " sentences, " + std::to_string(treebank.words) +
                                " words; pieces of a word: to " + options.to + ", from " + options.from) +
                  "\n");
  if (treebank.multiword_tokens + treebank.empty_nodes + treebank.too_long > 0) {
    terminal.result(terminal.grey(std::to_string(treebank.multiword_tokens) +
                                  " multiword tokens read as their words, " +
                                  std::to_string(treebank.empty_nodes) + " empty nodes left out, " +
                                  std::to_string(treebank.too_long) + " sentences too long for the model") +
                    "\n");
  }
  terminal.result("\n" + print_declared(terminal, table) + print_rows(terminal, table) +
                  explain_rows(terminal, table));
}

}  // namespace attnscope::cli
