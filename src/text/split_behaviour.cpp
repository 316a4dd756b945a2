#include "text/split_behaviour.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

using Parts = std::vector<TextPart>;

Parts joined_contiguous(const Parts& parts) {
  Parts result;
  bool was_match = false;
  for (const TextPart& part : parts) {
    if (!result.empty() && part.is_match == was_match) {
      result.back().end = part.end;
    } else {
      result.push_back(part);
    }
    was_match = part.is_match;
  }
  return result;
}

/// Of neighbouring matches only the first joins the part before it.
Parts joined_with_previous(const Parts& parts) {
  Parts result;
  bool was_match = false;
  for (const TextPart& part : parts) {
    if (part.is_match && !was_match && !result.empty()) {
      result.back().end = part.end;
    } else {
      result.push_back(part);
    }
    was_match = part.is_match;
  }
  return result;
}

/// Of neighbouring matches only the last joins the part after it.
Parts joined_with_next(const Parts& parts) {
  Parts result;
  bool was_match = false;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part->is_match && !was_match && !result.empty()) {
      result.back().begin = part->begin;
    } else {
      result.push_back(*part);
    }
    was_match = part->is_match;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

Parts joined(const Parts& parts, SplitBehaviour behaviour) {
  switch (behaviour) {
    case SplitBehaviour::contiguous:
      return joined_contiguous(parts);
    case SplitBehaviour::merged_with_previous:
      return joined_with_previous(parts);
    case SplitBehaviour::merged_with_next:
      return joined_with_next(parts);
    case SplitBehaviour::removed:
    case SplitBehaviour::isolated:
      break;
  }
  return parts;
}

}  // namespace

SplitBehaviour read_split_behaviour(const JsonNode& node, const std::string& where) {
  static constexpr std::array<std::pair<std::string_view, SplitBehaviour>, 5> names{
      {{"Removed", SplitBehaviour::removed},
       {"Isolated", SplitBehaviour::isolated},
       {"MergedWithPrevious", SplitBehaviour::merged_with_previous},
       {"MergedWithNext", SplitBehaviour::merged_with_next},
       {"Contiguous", SplitBehaviour::contiguous}}};
  const std::string& found = node.text(where);
  std::string known;
  for (const auto& [name, behaviour] : names) {
    if (found == name) return behaviour;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw Error(Error::Kind::input,
              where + ": expected one of " + known + ", found '" + printable(found, 40) + "'");
}

std::vector<AlignedText> split_by(const AlignedText& text, const Parts& parts, SplitBehaviour behaviour) {
  std::vector<AlignedText> result;
  for (const TextPart& part : joined(parts, behaviour)) {
    const bool is_removed = part.is_match && behaviour == SplitBehaviour::removed;
    if (part.end > part.begin && !is_removed) result.push_back(text.part(part.begin, part.end - part.begin));
  }
  return result;
}

Parts parts_by_character(std::string_view text, const std::function<bool(char32_t)>& is_match) {
  Parts parts;
  std::size_t done = 0;
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t start = place;
    if (!is_match(next_code_point(text, place))) continue;
    if (start > done) parts.push_back({done, start, false});
    parts.push_back({start, place, true});
    done = place;
  }
  if (done < text.size()) parts.push_back({done, text.size(), false});
  return parts;
}

}  // namespace attnscope
