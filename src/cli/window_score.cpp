// The figures of a file of test windows, with the heads that a model declares.
#include <algorithm>
#include <map>

#include "cli/dependency_score.hpp"
#include "cli/model_source.hpp"
#include "cli/word_runner.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_tree.hpp"
#include "core/utf8.hpp"
#include "text/conllu.hpp"
#include "text/text_file.hpp"

namespace attnscope::cli {
namespace {

constexpr Index not_scored = -2;

/// One window: words, and whichever gold it has.
struct Window {
  std::string source;
  std::vector<std::string> words;
  std::vector<Index> heads;  ///< by word: a word, -1 for the root, or not_scored
  std::vector<char> is_punctuation;
  std::map<Index, std::vector<Index>> antecedents;
  Index pronoun = -1;
  std::pair<Index, Index> first_name;
  std::pair<Index, Index> second_name;
  bool is_first_right = false;
  bool is_second_right = false;
};

std::pair<Index, Index> read_stretch(const JsonNode& node, const std::string& where, Index words) {
  if (node.items().size() != 2) throw Error(Error::Kind::input, where + ": expected first and last word");
  return {node.items()[0].whole(where, 0, words - 1), node.items()[1].whole(where, 0, words - 1)};
}

/// null: not scored; -1: the root.
Index read_head(const JsonNode& node, const std::string& where, Index words) {
  if (node.is_null()) return not_scored;
  const JsonNumber* number = node.number();
  const bool is_root = number != nullptr && number->is_negative && number->is_whole && number->magnitude == 1;
  return is_root ? TreebankWord::root : node.whole(where, 0, words - 1);
}

void read_tree(const JsonNode& node, const std::string& where, Window& window) {
  const auto words = static_cast<Index>(window.words.size());
  const JsonNode* heads = node.find("heads");
  if (heads == nullptr) return;
  for (const JsonNode& head : heads->items()) {
    window.heads.push_back(read_head(head, where + ": heads", words));
  }
  for (const JsonNode& tag : node.at("upos", where).items()) {
    window.is_punctuation.push_back(tag.text(where + ": upos") == "PUNCT" ? 1 : 0);
  }
  if (window.heads.size() == window.words.size() && window.is_punctuation.size() == window.words.size()) return;
  throw Error(Error::Kind::input, where + ": expected as many heads and upos as words");
}

void read_antecedents(const JsonNode& node, const std::string& where, Window& window) {
  const auto words = static_cast<Index>(window.words.size());
  const JsonNode* antecedents = node.find("antecedents");
  if (antecedents == nullptr) return;
  for (const auto& [key, list] : antecedents->members()) {
    const Index mention = small_number(key);
    if (mention < 0 || mention >= words) {
      throw Error(Error::Kind::input, where + ": antecedents: expected a word, found " + printable(key, 20));
    }
    for (const JsonNode& one : list.items()) {
      window.antecedents[mention].push_back(one.whole(where + ": antecedents", 0, words - 1));
    }
  }
}

Window read_window(std::string_view line, const std::string& where) {
  const JsonNode node = parse_json(line, where);
  Window window;
  window.source = node.at("source", where).text(where + ": source");
  for (const JsonNode& word : node.at("words", where).items()) {
    window.words.push_back(word.text(where + ": words"));
  }
  if (window.words.empty()) throw Error(Error::Kind::input, where + ": words: expected at least one");
  const auto words = static_cast<Index>(window.words.size());
  read_tree(node, where, window);
  read_antecedents(node, where, window);
  if (const JsonNode* pronoun = node.find("pronoun")) {
    window.pronoun = pronoun->whole(where + ": pronoun", 0, words - 1);
    window.first_name = read_stretch(node.at("a", where), where + ": a", words);
    window.second_name = read_stretch(node.at("b", where), where + ": b", words);
    window.is_first_right = node.at("a_right", where).flag(where + ": a_right");
    window.is_second_right = node.at("b_right", where).flag(where + ": b_right");
  }
  return window;
}

std::vector<Window> read_windows(const std::string& path) {
  const std::string text = read_checked_text(path);
  std::vector<Window> windows;
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    if (trimmed(line).empty()) continue;
    windows.push_back(
        read_window(line, printable(name_of_input(path), 200) + ":" + std::to_string(lines.number())));
  }
  if (windows.empty()) throw Error(Error::Kind::input, printable(path, 200) + ": expected windows, found none");
  return windows;
}

/// The strongest of the first `candidates` words but the word itself.
Index strongest(const DoubleMatrix& map, Index word, Index candidates) {
  Index best = -1;
  for (Index other = 0; other < candidates; ++other) {
    if (other != word && (best < 0 || map(word, other) > map(word, best))) best = other;
  }
  return best;
}

double mass_of(const DoubleMatrix& map, Index word, std::pair<Index, Index> stretch) {
  double sum = 0.0;
  for (Index other = stretch.first; other <= stretch.second; ++other) sum += map(word, other);
  return sum;
}

using Figures = std::map<std::string, Proportion>;

void add(Figures& figures, const std::string& name, bool is_right) {
  Proportion& figure = figures[name];
  figure.right += is_right ? 1 : 0;
  ++figure.of;
}

void judge_tree(const Window& window, const DoubleMatrix& map, Figures& figures) {
  const auto words = static_cast<Index>(window.words.size());
  for (Index word = 0; word < words && !window.heads.empty(); ++word) {
    const auto place = static_cast<std::size_t>(word);
    if (window.heads[place] == not_scored) continue;
    const Index found = strongest(map, word, words + 1);
    const bool is_right = (found == words ? -1 : found) == window.heads[place];
    add(figures, window.source + " uas with punctuation", is_right);
    if (window.is_punctuation[place] == 0) add(figures, window.source + " uas", is_right);
  }
}

void judge_coreference(const Window& window, const DoubleMatrix& map, Figures& figures) {
  const auto words = static_cast<Index>(window.words.size());
  for (const auto& [mention, antecedents] : window.antecedents) {
    const Index found = strongest(map, mention, words);
    add(figures, window.source + " antecedent",
        std::find(antecedents.begin(), antecedents.end(), found) != antecedents.end());
  }
  if (window.pronoun < 0 || window.is_first_right == window.is_second_right) return;
  const bool takes_first =
      mass_of(map, window.pronoun, window.first_name) > mass_of(map, window.pronoun, window.second_name);
  add(figures, window.source, takes_first == window.is_first_right);
}

void report(const ScoreOptions& options, const WordRunner& runner, const Figures& figures, Terminal& terminal) {
  const auto write = [&](const JsonWriter::Sink& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.member("format", "attnscope window score 1");
    json.member("model", runner.info().name);
    write_recipe(json, runner.describe_recipe(), options.recipe);
    for (const auto& [name, figure] : figures) write_member(json, name, figure);
    json.end_object();
    json.finish();
  };
  if (options.json == "-") return write([&](std::string_view bytes) { terminal.result(bytes); });
  if (!options.json.empty()) {
    OutputFile file(options.json);
    write([&](std::string_view bytes) { file.write(bytes); });
    file.commit();
  }
  for (const auto& [name, figure] : figures) {
    char share[32];
    std::snprintf(share, sizeof share, "%.2f", 100.0 * figure.share());
    terminal.result("  " + left_aligned(printable(name, 60), 28) + right_aligned(share, 7) + "  " +
                    std::to_string(figure.right) + " of " + std::to_string(figure.of) + "\n");
  }
}

}  // namespace

void score_windows(const ScoreOptions& options, Terminal& terminal) {
  const std::vector<Window> windows = read_windows(options.windows);
  const WordRunner runner(options.model, options.recipe, {.to = WordPooling::sum, .from = WordPooling::first});
  const ModelInfo& model = runner.info();
  const SourceInfo info{.name = model.name, .facts = {}, .layers = model.layers, .heads = model.heads, .roles = {}};
  std::map<std::string, LayerHead> heads;
  for (const HeadRole& role :
       override_roles(model.roles, options.dependency_head, options.antecedent_head, info)) {
    heads[role.role] = {role.layer, role.head};
  }
  if (heads.count("dependency") == 0 || heads.count("antecedent") == 0) {
    throw Error(Error::Kind::usage, printable(model.name) + ": the model declares no head for these figures",
                "name them with --dependency-head L:H and --antecedent-head L:H");
  }
  const std::vector<LayerHead> wanted{heads["dependency"], heads["antecedent"]};
  std::vector<Figures> by_window(windows.size());
  ThreadPool pool = options.make_pool();
  const auto count = static_cast<Index>(windows.size());
  run_units(
      count, pool,
      [&](Index unit, ThreadPool& own) {
        const Window& window = windows[static_cast<std::size_t>(unit)];
        Figures& figures = by_window[static_cast<std::size_t>(unit)];
        const bool fits = runner.run(window.words, wanted, own, [&](LayerHead head, const DoubleMatrix& map) {
          if (head == wanted[0]) judge_tree(window, map, figures);
          if (head == wanted[1]) judge_coreference(window, map, figures);
        });
        if (!fits) add(figures, window.source + " windows too long for the model", true);
      },
      [&](Index done) { terminal.progress("window", done, count); });
  Figures figures;
  for (const Figures& one : by_window) {
    for (const auto& [name, figure] : one) {
      figures[name].right += figure.right;
      figures[name].of += figure.of;
    }
  }
  report(options, runner, figures, terminal);
}

}  // namespace attnscope::cli
