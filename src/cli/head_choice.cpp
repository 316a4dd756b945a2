#include "cli/head_choice.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

bool parses(std::string_view text, Index& number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && result.ec == std::errc() && result.ptr == text.data() + text.size() && number >= 0;
}

[[noreturn]] void refuse(std::string_view what, std::string_view typed, const std::string& expected) {
  throw Error(Error::Kind::usage, std::string(what) + " " + printable(typed, 60) + ": expected " + expected);
}

void check_below(std::string_view what, std::string_view typed, Index number, Index count,
                 std::string_view things) {
  if (number < count) return;
  throw Error(Error::Kind::usage, std::string(what) + " " + printable(typed, 60) + ": there are " +
                                      std::string(things) + " 0 to " + std::to_string(count - 1) +
                                      ", found " + std::to_string(number));
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

template <typename Value>
void sort_and_unite(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

std::vector<LayerHead> parse_pairs(std::string_view typed, Index layer_count, Index head_count) {
  std::vector<LayerHead> pairs;
  for (const std::string_view part : split(typed, ',')) {
    const std::size_t colon = part.find(':');
    LayerHead pair;
    if (colon == std::string_view::npos || !parses(part.substr(0, colon), pair.layer) ||
        !parses(part.substr(colon + 1), pair.head)) {
      refuse("--heads", typed, "heads such as 1,5-7 or pairs LAYER:HEAD such as 4:0,2:5");
    }
    check_below("--heads", typed, pair.layer, layer_count, "layers");
    check_below("--heads", typed, pair.head, head_count, "heads");
    pairs.push_back(pair);
  }
  sort_and_unite(pairs);
  return pairs;
}

}  // namespace

std::vector<Index> parse_index_list(std::string_view what, std::string_view typed, Index count,
                                    std::string_view things) {
  std::vector<Index> numbers;
  if (typed.empty()) {
    numbers.resize(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), Index{0});
    return numbers;
  }
  for (const std::string_view part : split(typed, ',')) {
    const std::size_t dash = part.find('-');
    Index first = 0;
    Index last = 0;
    const bool is_range = dash != std::string_view::npos;
    const bool is_good =
        parses(part.substr(0, dash), first) && (!is_range || parses(part.substr(dash + 1), last));
    if (!is_range) last = first;
    if (!is_good || last < first) refuse(what, typed, "numbers and ranges such as 0,2-4");
    check_below(what, typed, last, count, things);
    for (Index number = first; number <= last; ++number) numbers.push_back(number);
  }
  sort_and_unite(numbers);
  return numbers;
}

std::vector<LayerHead> choose_heads(std::string_view layers, std::string_view heads, Index layer_count,
                                    Index head_count) {
  if (heads.find(':') != std::string_view::npos) {
    if (!layers.empty()) {
      throw Error(Error::Kind::usage,
                  "--heads " + printable(heads, 60) + " names layers itself, and --layers is given");
    }
    return parse_pairs(heads, layer_count, head_count);
  }
  std::vector<LayerHead> chosen;
  const std::vector<Index> wanted_heads = parse_index_list("--heads", heads, head_count, "heads");
  for (const Index layer : parse_index_list("--layers", layers, layer_count, "layers")) {
    for (const Index head : wanted_heads) chosen.push_back({layer, head});
  }
  return chosen;
}

}  // namespace attnscope::cli
