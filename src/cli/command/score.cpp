// attnscope score: how well each head finds what annotators marked.
#include <string>

#include "cli/command.hpp"
#include "cli/coreference_score.hpp"
#include "cli/dependency_score.hpp"
#include "core/error.hpp"

namespace attnscope::cli {
namespace {

class ScoreJob final : public Job {
 public:
  explicit ScoreJob(Options& options) {
    options.files(given_.files, "FILE…", "gold trees in CoNLL-U, or what the option below says; shipped ones if left out");
    options.group("What to score");
    options.flag("--coref", is_coref_, "antecedents: CoNLL-2012 columns, LitBank, OntoGUM; shipped passages of LitBank");
    options.flag("--gap", is_gap_, "GAP: which of two names a pronoun means");
    options.flag("--winobias", is_winobias_, "WinoBias: whether a pronoun finds its person, file by file");
    options.value("--dep", given_.dep, "FOLDER", "OntoGUM's trees, for words and classes (with --coref)");
    options.value("--window", given_.window, "N", "most tokens of a stretch of a document (with --coref)", 8, 1'000'000);
    options.value("--windows", given_.windows, "FILE",
                  "test windows (a JSON object a line) with the declared heads only");
    options.value("--link-threshold", given_.link_threshold, "X", "least weight that joins mentions in clusters", 0.0, 1.0);
    options.value("--together", given_.together, "4:0=0.7,2:5", "also the weighted sum of these heads, as one map");
    options.flag("--universal", given_.is_universal, "nsubj for nsubj:pass: relations without subtypes");
    options.flag("--leave-out-declared", given_.leaves_declared,
                 "choose among heads that the model declares no role for");
    options.group("Words from pieces");
    options.choice("--to", given_.to, {"sum", "mean", "first", "largest"}, "attention to a split word");
    options.choice("--from", given_.from, {"mean", "sum", "first", "largest"}, "attention from a split word");
    options.group("Output");
    options.value("--json", given_.json, "FILE", "every figure of every head; '-' is standard output");
    options.value("--png", given_.png, "FILE", "a picture: relations down, heads across");
    options.group("Model");
    options.value("--model", given_.model, "NAME|PATH",
                  "a model folder or file, or an id in the local Hugging Face cache");
    options.value("--dependency-head", given_.dependency_head, "L:H", "the head to report first");
    options.value("--antecedent-head", given_.antecedent_head, "L:H", "the same for antecedents");
    options.value("--threads", given_.threads, "N", "threads; 0 is one for each core", 0, 1024);
    given_.recipe.declare(options);
    given_.pictures.declare(options);
    options.example("attnscope score", "the built-in model on 125 sentences of PUD");
    options.example("attnscope score --coref", "antecedents in ten passages of novels");
    options.example("attnscope score en_ewt-ud-dev.conllu --model google-bert/bert-base-uncased --png ewt.png",
                    "another model and treebank, with the picture");
  }

  void run(Terminal& terminal) override {
    const int kinds = (is_coref_ ? 1 : 0) + (is_gap_ ? 1 : 0) + (is_winobias_ ? 1 : 0) + (given_.windows.empty() ? 0 : 1);
    if (kinds > 1) throw Error(Error::Kind::usage, "--coref, --gap, --winobias and --windows: expected one of them");
    if (kinds > 0) {
      refuse("--png", !given_.png.empty());
      refuse("--together", !given_.together.empty());
      refuse("--universal", given_.is_universal);
      refuse("--leave-out-declared", given_.leaves_declared);
    }
    if (!is_coref_ && !given_.dep.empty()) throw Error(Error::Kind::usage, "--dep goes with --coref");
    if (is_coref_) return score_coreference(given_, terminal);
    if (is_gap_) return score_gap(given_, terminal);
    if (is_winobias_) return score_winobias(given_, terminal);
    if (given_.windows.empty()) return score_dependencies(given_, terminal);
    if (!given_.files.empty()) {
      throw Error(Error::Kind::usage, "--windows takes the place of treebanks, and a file is given too");
    }
    score_windows(given_, terminal);
  }

 private:
  static void refuse(const std::string& option, bool is_given) {
    if (is_given) throw Error(Error::Kind::usage, option + " goes with treebanks only");
  }

  ScoreOptions given_;
  bool is_coref_ = false;
  bool is_gap_ = false;
  bool is_winobias_ = false;
};

class Score final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<ScoreJob>(options);
  }
  int rank() const override { return 30; }
};

const Registered<Command> registered{
    {{
         .name = "score",
         .summary = "how well each head finds syntactic heads and antecedents, beside baselines",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Score>(); }}};

}  // namespace
}  // namespace attnscope::cli
