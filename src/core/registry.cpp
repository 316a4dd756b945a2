// The list of families and the messages for names that no family knows.
#include "core/registry.hpp"

#include "core/error.hpp"
#include "core/suggest.hpp"

namespace attnscope {
namespace {

std::vector<Family>& all_families() {
  static std::vector<Family> list;
  return list;
}

}  // namespace

std::vector<Family> families() {
  std::vector<Family> sorted = all_families();
  std::sort(sorted.begin(), sorted.end(), [](const Family& a, const Family& b) { return a.name < b.name; });
  return sorted;
}

void add_family(const Family& family) { all_families().push_back(family); }

std::pair<std::string_view, std::string_view> split_choice(std::string_view typed) {
  const std::size_t colon = typed.find(':');
  if (colon == std::string_view::npos) return {typed, {}};
  return {typed.substr(0, colon), typed.substr(colon + 1)};
}

void refuse_unknown(std::string_view family, std::string_view typed, const std::vector<std::string_view>& known) {
  std::string hint = did_you_mean(typed, known);
  if (!hint.empty()) hint += " ";
  const bool is_family = std::any_of(all_families().begin(), all_families().end(),
                                     [family](const Family& one) { return one.name == family; });
  hint += is_family ? "'attnscope list " + std::string(family) + "' shows all" : "'attnscope list' shows all";
  throw Error(Error::Kind::usage, "unknown " + std::string(family) + " '" + std::string(typed) + "'", hint);
}

}  // namespace attnscope
