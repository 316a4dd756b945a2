// attnscope score: how well each head finds what annotators marked.
#include <string>

#include "cli/command.hpp"
#include "cli/dependency_score.hpp"
#include "core/error.hpp"

namespace attnscope::cli {
namespace {

class ScoreJob final : public Job {
 public:
  explicit ScoreJob(Options& options) {
    options.files(given_.files, "TREEBANK.conllu…", "gold trees in CoNLL-U; the shipped excerpt of PUD if left out");
    options.group("What to score");
    options.value("--windows", given_.windows, "FILE",
                  "test windows (a JSON object a line) with the declared heads only");
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
    options.example("attnscope score en_ewt-ud-dev.conllu --model google-bert/bert-base-uncased --png ewt.png",
                    "another model and treebank, with the picture");
  }

  void run(Terminal& terminal) override {
    if (given_.windows.empty()) return score_dependencies(given_, terminal);
    if (!given_.files.empty()) {
      throw Error(Error::Kind::usage, "--windows takes the place of treebanks, and a file is given too");
    }
    score_windows(given_, terminal);
  }

 private:
  ScoreOptions given_;
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
         .summary = "how well each head finds syntactic heads, beside baselines",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Score>(); }}};

}  // namespace
}  // namespace attnscope::cli
