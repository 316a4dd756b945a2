// GAP and WinoBias: one pronoun, and who is meant.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "analysis/mention_rules.hpp"
#include "cli/coreference_score.hpp"
#include "cli/model_source.hpp"
#include "cli/word_runner.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "text/gap.hpp"
#include "text/winobias.hpp"
#include "text/words.hpp"

namespace attnscope::cli {
namespace {

struct PronounCase {
  std::string name;   ///< of the figure beside "all"
  std::vector<std::string> words;
  Index pronoun = 0;
  std::vector<Index> right = {};  ///< words of who is meant
  std::vector<Index> other = {};  ///< of the other one; empty where any word may be chosen
};

std::vector<std::string> texts_of(const TokenizedText& text) {
  std::vector<std::string> words;
  for (const Token& token : text.tokens) words.push_back(text.text.substr(token.begin, token.end - token.begin));
  return words;
}

std::vector<Index> words_in(const TokenizedText& text, const TextStretch& stretch) {
  std::vector<Index> words;
  for (std::size_t word = 0; word < text.tokens.size(); ++word) {
    if (text.tokens[word].begin < stretch.end && text.tokens[word].end > stretch.begin) {
      words.push_back(static_cast<Index>(word));
    }
  }
  return words;
}

std::vector<PronounCase> gap_cases(const std::string& path) {
  std::vector<PronounCase> cases;
  for (const GapExample& example : read_gap(path)) {
    if (example.is_first_right == example.is_second_right) continue;
    const TokenizedText text = words_of(example.text);
    PronounCase one;
    one.words = texts_of(text);
    one.pronoun = words_in(text, example.pronoun).front();
    one.right = words_in(text, example.is_first_right ? example.first_name : example.second_name);
    one.other = words_in(text, example.is_first_right ? example.second_name : example.first_name);
    std::string pronoun = one.words[static_cast<std::size_t>(one.pronoun)];
    if (pronoun.front() >= 'A' && pronoun.front() <= 'Z') pronoun.front() = static_cast<char>(pronoun.front() + 32);
    one.name = gender_of(pronoun) == 'f' ? "feminine" : "masculine";
    cases.push_back(std::move(one));
  }
  return cases;
}

std::vector<PronounCase> winobias_cases(const std::string& path) {
  std::vector<PronounCase> cases;
  for (const WinoBiasExample& example : read_winobias(path)) {
    const TokenizedText text = words_of(example.text);
    for (const TextStretch& pronoun : example.pronouns) {
      PronounCase one;
      one.name = std::filesystem::path(path).filename().string();
      one.words = texts_of(text);
      one.pronoun = words_in(text, pronoun).front();
      one.right = words_in(text, example.person);
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

bool is_right(const PronounCase& one, const DoubleMatrix& map) {
  if (!one.other.empty()) {
    const auto mass = [&](const std::vector<Index>& words) {
      double sum = 0.0;
      for (const Index word : words) sum += map(one.pronoun, word);
      return sum;
    };
    return mass(one.right) > mass(one.other);
  }
  Index best = -1;
  for (Index word = 0; word < static_cast<Index>(one.words.size()); ++word) {
    if (word != one.pronoun && (best < 0 || map(one.pronoun, word) > map(one.pronoun, best))) best = word;
  }
  return std::find(one.right.begin(), one.right.end(), best) != one.right.end();
}

void score_cases(const ScoreOptions& options, Terminal& terminal, const std::vector<PronounCase>& cases,
                 const std::string& rule) {
  const WordRunner runner(options.model, options.recipe, options.rule());
  const ModelInfo& model = runner.info();
  const SourceInfo info{.name = model.name, .facts = {}, .layers = model.layers, .heads = model.heads, .roles = {}};
  std::vector<LayerHead> heads;
  for (const HeadRole& role : override_roles(model.roles, options.dependency_head, options.antecedent_head, info)) {
    if (role.role == "antecedent") heads.push_back({role.layer, role.head});
  }
  if (heads.empty()) {
    throw Error(Error::Kind::usage, printable(model.name) + ": the model declares no head that finds antecedents",
                "name one with --antecedent-head L:H");
  }
  enum class Verdict : char { too_long, wrong, right };
  std::vector<Verdict> verdicts(cases.size(), Verdict::too_long);
  ThreadPool pool = options.make_pool();
  const auto count = static_cast<Index>(cases.size());
  run_units(
      count, pool,
      [&](Index unit, ThreadPool& own) {
        const auto place = static_cast<std::size_t>(unit);
        runner.run(cases[place].words, heads, own, [&](LayerHead, const DoubleMatrix& map) {
          verdicts[place] = is_right(cases[place], map) ? Verdict::right : Verdict::wrong;
        });
      },
      [&](Index done) { terminal.progress("text", done, count); });
  terminal.clear_progress();
  std::map<std::string, Proportion> figures;
  Index too_long = 0;
  for (std::size_t place = 0; place < cases.size(); ++place) {
    if (verdicts[place] == Verdict::too_long) {
      ++too_long;
      continue;
    }
    for (const std::string& name : {std::string("all"), cases[place].name}) {
      figures[name].right += verdicts[place] == Verdict::right ? 1 : 0;
      ++figures[name].of;
    }
  }
  const auto write = [&](const JsonWriter::Sink& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.member("format", "attnscope pronoun score 1");
    json.member("model", model.name);
    write_recipe(json, runner.describe_recipe(), options.recipe);
    json.member("layer", heads.front().layer);
    json.member("head", heads.front().head);
    json.member("rule", rule);
    json.member("texts_too_long", too_long);
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
  terminal.result(terminal.bold(printable(model.name) + ", head " + std::to_string(heads.front().layer) + ":" +
                                std::to_string(heads.front().head)) +
                  "  " + terminal.grey(rule) + "\n");
  for (const auto& [name, figure] : figures) {
    terminal.result("  " + left_aligned(printable(name, 60), 40) + right_aligned(percent(figure), 6) + "  of " +
                    std::to_string(figure.of) + "\n");
  }
  if (too_long > 0) terminal.result(terminal.grey("  " + std::to_string(too_long) + " texts too long for the model") + "\n");
}

template <typename CasesOf>
std::vector<PronounCase> all_cases(const ScoreOptions& options, const CasesOf& cases_of, std::string_view option) {
  if (options.files.empty()) throw Error(Error::Kind::usage, std::string(option) + " needs a file: no such data ships with the program");
  std::vector<PronounCase> cases;
  for (const std::string& file : options.files) {
    for (PronounCase& one : cases_of(file)) cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace

void score_gap(const ScoreOptions& options, Terminal& terminal) {
  score_cases(options, terminal, all_cases(options, gap_cases, "--gap"),
              "the name with the larger sum of weights; rows where neither name is right are left out");
}

void score_winobias(const ScoreOptions& options, Terminal& terminal) {
  score_cases(options, terminal, all_cases(options, winobias_cases, "--winobias"),
              "whether the strongest of all words lies in the person meant");
}

}  // namespace attnscope::cli
