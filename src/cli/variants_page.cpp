#include "cli/variants_page.hpp"

#include <array>
#include <vector>

#include "attention/stages.hpp"
#include "cli/entry_facts.hpp"
#include "cli/sketch.hpp"
#include "core/file.hpp"
#include "render/gallery.hpp"
#include "render/png.hpp"

namespace attnscope::cli {
namespace {

/// A family in the words of the formula.
struct Chapter {
  std::string_view family;
  std::string_view title;
  std::string_view meaning;
};

/// In the order in which the stages work; then what replaces several of them, and whole recipes.
constexpr std::array<Chapter, 9> chapters{{
    {Encoding::family, "Encodings", "turn queries and keys by their position before they meet"},
    {Similarity::family, "Similarities", "give each pair of query and key a score"},
    {Prior::family, "Priors", "add what is known before looking, or stand alone"},
    {Cap::family, "Caps", "keep scores from growing"},
    {Pattern::family, "Patterns", "say which pairs may meet; + joins, ^ intersects"},
    {Normaliser::family, "Normalisers", "turn a row of scores into a row of weights"},
    {Mixer::family, "Mixers", "let heads or layers exchange scores or weights"},
    {Approximator::family, "Approximators",
     "replace everything from similarity to normaliser and never form the map"},
    {Variant::family, "Variants", "are whole recipes with a name, chosen by --variant"},
}};

std::vector<const EntryInfo*> entries_of(std::string_view wanted) {
  for (const Family& family : families()) {
    if (family.name == wanted) return family.entries();
  }
  return {};
}

/// Letters that Markdown would read as marks.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '*' || letter == '_' || letter == '<') safe += '\\';
    safe += letter;
  }
  return safe;
}

std::string code(std::string_view text) {
  return "`" + std::string(text) + "`";
}

void add_entry(std::string& page, std::string_view family, const EntryInfo& entry) {
  page += "### " + code(entry.name) + "\n\n" + escaped(entry.summary) + "  \n";
  if (!entry.formula.empty()) page += code(entry.formula) + "  \n";
  const std::string map_class = class_of_entry(family, entry.name);
  if (!map_class.empty()) page += "class " + map_class + (entry.cost.empty() ? "  \n" : ", ");
  if (!entry.cost.empty()) page += "cost " + code(entry.cost) + "  \n";
  page += "*" + escaped(entry.paper) + "*\n\n";
  for (const Setting& setting : entry.settings)
    page += "- " + code(choice_of(setting)) + " " + escaped(meaning_of(setting)) + "\n";
  if (!entry.settings.empty()) page += "\n";
}

}  // namespace

std::string variants_page() {
  std::string page =
      "# Variants\n\n"
      "    weights = normalise( similarity(Q, K) + prior, where the pattern allows )        output = weights "
      "· V\n\n"
      "Each entry changes one factor of that line and is chosen by its name: `--similarity cosine`,\n"
      "`--pattern band:radius=2+global:tokens=0`, `--variant performer:features=64`. `attnscope explain "
      "NAME` tells the\n"
      "same with a sketch. This page comes from the program: `attnscope list --markdown`, its pictures from\n"
      "`attnscope list --pictures docs/images/variants`, each entry on the same twelve made-up tokens.\n\n";
  for (const Chapter& chapter : chapters) {
    std::string anchor(chapter.title);
    anchor.front() = static_cast<char>(anchor.front() - 'A' + 'a');
    page += "- [" + std::string(chapter.title) + "](#" + anchor + ") " + std::string(chapter.meaning) + "\n";
  }
  for (const Chapter& chapter : chapters) {
    page += "\n## " + std::string(chapter.title) + "\n\n![" + std::string(chapter.title) +
            "](images/variants/" + std::string(chapter.family) + ".png)\n\n";
    for (const EntryInfo* entry : entries_of(chapter.family)) add_entry(page, chapter.family, *entry);
  }
  while (page.ends_with("\n\n")) page.pop_back();
  return page;
}

void write_family_pictures(const std::filesystem::path& folder) {
  create_folder(folder);
  for (const Chapter& chapter : chapters) {
    std::vector<Map> maps;
    const std::string title(chapter.title);
    GallerySpec spec{.caption = {.title = title, .subtitle = title + " " + std::string(chapter.meaning)}};
    const std::vector<const EntryInfo*> entries = entries_of(chapter.family);
    maps.reserve(entries.size());
    for (const EntryInfo* entry : entries) maps.push_back(sketch_map(entry->name));
    for (std::size_t place = 0; place < maps.size(); ++place) {
      const Map& map = maps[place];
      spec.maps.push_back(
          {std::string(entries[place]->name), {map.weights, map.hidden.numbers()}, has_signs(map.map_class)});
    }
    const PngText provenance{"Title", "attnscope: " + title};
    write_file(folder / (std::string(chapter.family) + ".png"),
               encode_png(draw_gallery(spec), {&provenance, 1}));
  }
}

}  // namespace attnscope::cli
