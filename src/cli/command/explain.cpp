// attnscope explain NAME: everything that the program knows of one entry.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/entry_facts.hpp"
#include "cli/sketch.hpp"

namespace attnscope::cli {
namespace {

struct Found {
  std::string_view family;
  const EntryInfo* entry = nullptr;
};

/// Entries of that name in all families, or in the family of "family/name".
std::vector<Found> find_all(std::string_view typed) {
  const std::size_t slash = typed.find('/');
  const std::string_view wanted_family = slash == std::string_view::npos ? "" : typed.substr(0, slash);
  const std::string_view name = slash == std::string_view::npos ? typed : typed.substr(slash + 1);
  std::vector<Found> found;
  std::vector<std::string_view> known;
  for (const Family& family : families()) {
    if (!wanted_family.empty() && family.name != wanted_family) continue;
    for (const EntryInfo* entry : family.entries()) {
      known.push_back(entry->name);
      if (entry->name == name) found.push_back({family.name, entry});
    }
  }
  if (found.empty()) refuse_unknown("name", name, known);
  return found;
}

void add_line(std::string& text, std::string_view title, std::string_view content) {
  if (content.empty()) return;
  text += "  " + std::string(title) + std::string(10 - title.size(), ' ') + std::string(content) + "\n";
}

std::string describe(Terminal& terminal, const Found& found) {
  const EntryInfo& entry = *found.entry;
  const std::string name(entry.name);
  std::string text = terminal.bold(entry.name) + "  " + terminal.grey(found.family) + "\n";
  add_line(text, "what", entry.summary);
  add_line(text, "formula", entry.formula);
  add_line(text, "class", class_of_entry(found.family, name));
  add_line(text, "cost", entry.cost);
  add_line(text, "from", entry.paper);
  if (!entry.settings.empty()) text += "  settings\n";
  std::size_t widest = 0;
  for (const Setting& setting : entry.settings) widest = std::max(widest, choice_of(setting).size());
  for (const Setting& setting : entry.settings) {
    const std::string choice = choice_of(setting);
    text += "    " + choice + std::string(widest - choice.size() + 2, ' ') + meaning_of(setting) + "\n";
  }
  const std::string picture = sketch(found.family, name);
  if (!picture.empty()) text += "\n" + picture;
  return text;
}

class ExplainJob final : public Job {
 public:
  explicit ExplainJob(Options& options) {
    options.word(name_, "NAME", "as 'attnscope list' shows it, or FAMILY/NAME", Options::Need::required);
    options.example("attnscope explain sparsemax", "formula, settings, paper, class, cost and a sketch");
  }

  void run(Terminal& terminal) override {
    const std::vector<Found> all = find_all(name_);
    for (std::size_t place = 0; place < all.size(); ++place) {
      terminal.result((place > 0 ? "\n" : "") + describe(terminal, all[place]));
    }
  }

 private:
  std::string name_;
};

class Explain final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<ExplainJob>(options);
  }
  int rank() const override { return 61; }
};

const Registered<Command> registered{
    {{
         .name = "explain",
         .summary = "formula, settings, paper and a sketch of one entry of the list",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Explain>(); }}};

}  // namespace
}  // namespace attnscope::cli
