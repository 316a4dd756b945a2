// attnscope heads: which heads are worth a look on a text, and why.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/map_pictures.hpp"
#include "cli/model_source.hpp"
#include "cli/shown_maps.hpp"
#include "cli/source_options.hpp"
#include "cli/text_summary.hpp"
#include "core/build_info.hpp"
#include "core/file.hpp"
#include "core/interrupt.hpp"
#include "core/utf8.hpp"
#include "export/json_writer.hpp"

namespace attnscope::cli {
namespace {

/// The heads of one text in order: those with a role, then the clearest.
std::vector<HeadFinding> ranked(const SourceInfo& info, const TextMaps& text) {
  std::vector<HeadFinding> findings = findings_of(text);
  std::stable_partition(findings.begin(), findings.end(), [&](const HeadFinding& finding) {
    return role_of(info, AttentionSite::Kind::self, {finding.layer, finding.head}) != nullptr;
  });
  return findings;
}

std::string heads_option(const std::vector<HeadFinding>& findings) {
  std::string text = "--heads ";
  for (const HeadFinding& finding : findings) {
    text += (text.back() == ' ' ? "" : ",") + std::to_string(finding.layer) + ":" + std::to_string(finding.head);
  }
  return text;
}

void write_text(JsonWriter& json, const InputText& input, const SourceInfo& info, const TextMaps& text,
                const std::vector<HeadFinding>& findings) {
  json.begin_object();
  json.member("source", input.source);
  json.member("text", text.queries.text);
  json.member("option", heads_option(findings));
  json.key("heads");
  json.begin_array();
  for (const HeadFinding& finding : findings) {
    const HeadRole* role = role_of(info, AttentionSite::Kind::self, {finding.layer, finding.head});
    json.begin_object();
    json.member("layer", finding.layer);
    json.member("head", finding.head);
    if (role != nullptr) json.member("role", role->role);
    json.member("score", finding.score);
    json.member("kind", name_of(finding.shape.kind));
    json.member("why", describe(finding.shape, text.queries.tokens));
    json.member("offset", finding.shape.offset);
    json.member("offset_mass", finding.shape.offset_mass);
    json.member("sink", finding.shape.sink);
    json.member("sink_mass", finding.shape.sink_mass);
    json.member("special_mass", finding.shape.special_mass);
    json.member("top_weight", finding.shape.top_weight);
    json.member("entropy_share", finding.shape.entropy_share);
    json.key("pairs");
    json.begin_array();
    for (const WeightedPair& pair : finding.pairs) {
      json.begin_object();
      json.member("query", pair.query);
      json.member("key", pair.key);
      json.member("weight", pair.weight);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

class HeadsJob final : public Job {
 public:
  explicit HeadsJob(Options& options) {
    input_.declare(options);
    options.group("Output");
    options.value("--most", most_, "N", "heads named for each text", 1, 100'000);
    options.value("--json", json_, "FILE", "with the numbers behind each; '-' is standard output");
    source_.declare(options);
    recipe_.declare(options);
    options.example("attnscope heads sentences.txt", "the clearest heads of each sentence, and what they do");
    options.example("attnscope heads passage.txt --passage --most 20", "twenty heads of one long text");
  }

  void run(Terminal& terminal) override {
    const std::vector<InputText> texts = source_.read_texts(input_);
    const std::unique_ptr<MapSource> source = source_.open(recipe_);
    source->prepare(texts);
    SourceInfo info = source->info();
    info.roles = override_roles(info.roles, source_.dependency_head, source_.antecedent_head, info);
    ThreadPool pool = source_.make_pool();
    std::unique_ptr<OutputFile> file;
    if (!json_.empty() && json_ != "-") file = std::make_unique<OutputFile>(json_);
    JsonWriter json([&](std::string_view bytes) { file ? file->write(bytes) : terminal.result(bytes); });
    if (!json_.empty()) {
      json.begin_object();
      json.member("format", "attnscope heads 1");
      json.member("program", "attnscope " + std::string(version()));
      json.member("model", info.name);
      json.key("texts");
      json.begin_array();
    }
    for (std::size_t index = 0; index < texts.size(); ++index) {
      throw_if_interrupted();
      terminal.progress("text", static_cast<Index>(index), static_cast<Index>(texts.size()));
      const TextMaps text = source->compute(texts[index], {.recipe = recipe_.text}, pool);
      std::vector<HeadFinding> findings = ranked(info, text);
      if (static_cast<Index>(findings.size()) > most_) findings.resize(static_cast<std::size_t>(most_));
      if (!json_.empty()) write_text(json, texts[index], info, text, findings);
      if (json_ != "-") print(terminal, info, text, findings);
    }
    if (json_.empty()) return;
    json.end_array();
    json.end_object();
    json.finish();
    if (file) file->commit();
  }

 private:
  static void print(Terminal& terminal, const SourceInfo& info, const TextMaps& text,
                    const std::vector<HeadFinding>& findings) {
    terminal.result(terminal.bold(printable(text.queries.text, 100)) + "\n");
    for (const HeadFinding& finding : findings) terminal.result(summary_of(terminal, info, text, {finding}));
    if (findings.empty()) terminal.result("  no head to rank: rows and columns are not the same tokens\n");
    if (!findings.empty()) terminal.result("  " + heads_option(findings) + "\n\n");
  }

  InputOptions input_;
  SourceOptions source_;
  RecipeOptions recipe_;
  std::string json_;
  Index most_ = 12;
};

class Heads final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<HeadsJob>(options);
  }
  int rank() const override { return 25; }
};

const Registered<Command> registered{
    {{
         .name = "heads",
         .summary = "which heads are worth a look on a text, and why",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Heads>(); }}};

}  // namespace
}  // namespace attnscope::cli
