// attnscope list: every family and what is in it.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/variants_page.hpp"
#include "core/error.hpp"
#include "export/json_writer.hpp"

namespace attnscope::cli {
namespace {

Family find_family(const std::string& wanted) {
  const std::vector<Family> all = families();
  for (const Family& family : all) {
    if (family.name == wanted || std::string(family.name) + "s" == wanted) return family;
  }
  std::vector<std::string_view> known;
  for (const Family& family : all) known.push_back(family.name);
  refuse_unknown("family", wanted, known);
}

void print(Terminal& terminal, const Family& family) {
  const std::vector<const EntryInfo*> entries = family.entries();
  std::size_t widest = 0;
  for (const EntryInfo* entry : entries) widest = std::max(widest, entry->name.size());
  terminal.result(terminal.bold(family.name) + "\n");
  for (const EntryInfo* entry : entries) {
    const std::string gap(widest - entry->name.size() + 2, ' ');
    terminal.result("  " + std::string(entry->name) + gap + std::string(entry->summary) + "\n");
  }
}

void print_json(Terminal& terminal, const std::vector<Family>& chosen) {
  JsonWriter json([&](std::string_view bytes) { terminal.result(bytes); });
  json.begin_object();
  for (const Family& family : chosen) {
    json.key(family.name);
    json.begin_array();
    for (const EntryInfo* entry : family.entries()) {
      json.begin_object();
      json.member("name", entry->name);
      json.member("summary", entry->summary);
      json.member("paper", entry->paper);
      json.member("formula", entry->formula);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
  json.finish();
}

class ListJob final : public Job {
 public:
  explicit ListJob(Options& options) {
    options.word(family_, "FAMILY", "similarity, pattern, prior, normaliser, … (all if left out)",
                 Options::Need::optional);
    options.flag("--json", as_json_, "as JSON, with papers and formulas");
    options.flag("--markdown", as_markdown_, "the page docs/variants.md: all stages and variants");
    options.value("--pictures", pictures_, "FOLDER",
                  "write a PNG of each family of stages, one map an entry");
    options.example("attnscope list pattern", "which pairs may meet");
    options.example("attnscope explain longformer", "everything about one of them");
  }

  void run(Terminal& terminal) override {
    if (!pictures_.empty()) write_family_pictures(pictures_);
    if (as_markdown_) return terminal.result(variants_page());
    if (!pictures_.empty()) return terminal.note("wrote a picture of each family to " + pictures_);
    const std::vector<Family> chosen =
        family_.empty() ? families() : std::vector<Family>{find_family(family_)};
    if (as_json_) return print_json(terminal, chosen);
    for (std::size_t place = 0; place < chosen.size(); ++place) {
      if (place > 0) terminal.result("\n");
      print(terminal, chosen[place]);
    }
  }

 private:
  std::string family_;
  std::string pictures_;
  bool as_json_ = false;
  bool as_markdown_ = false;
};

class List final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override { return std::make_unique<ListJob>(options); }
  int rank() const override { return 60; }
};

const Registered<Command> registered{
    {{
         .name = "list",
         .summary = "what there is: similarities, patterns, priors, normalisers, …",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<List>(); }}};

}  // namespace
}  // namespace attnscope::cli
