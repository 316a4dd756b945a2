#include "cli/entry_facts.hpp"

#include "attention/recipe.hpp"

namespace attnscope::cli {

std::string class_of_entry(std::string_view family, std::string_view name) {
  if (family != Normaliser::family && family != Approximator::family && family != Variant::family) return {};
  Recipe recipe = standard_recipe();
  apply_variant(recipe, name);
  return std::string(name_of(recipe.map_class()));
}

std::string choice_of(const Setting& setting) {
  return std::string(setting.name) + "=" + std::string(setting.fallback);
}

std::string meaning_of(const Setting& setting) {
  std::string text(setting.meaning);
  if (!setting.unit.empty()) text += " (" + std::string(setting.unit) + ")";
  std::string values;
  for (const std::string_view choice : setting.choices)
    values += (values.empty() ? "" : "|") + std::string(choice);
  return values.empty() ? text : text + ": " + values;
}

}  // namespace attnscope::cli
