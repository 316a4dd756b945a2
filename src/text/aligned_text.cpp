#include "text/aligned_text.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {

AlignedText::AlignedText(std::string_view original, std::size_t offset) : text_(original) {
  spans_.reserve(original.size());
  for (std::size_t place = 0; place < original.size();) {
    const std::size_t start = place;
    next_code_point(original, place);
    const Span span{static_cast<std::uint32_t>(offset + start), static_cast<std::uint32_t>(offset + place)};
    spans_.insert(spans_.end(), place - start, span);
  }
}

Span AlignedText::span(std::size_t first, std::size_t count) const {
  assert(count > 0 && first + count <= size());
  Span all = spans_[first];
  for (std::size_t place = first + 1; place < first + count; ++place) {
    all.begin = std::min(all.begin, spans_[place].begin);
    all.end = std::max(all.end, spans_[place].end);
  }
  return all;
}

void AlignedText::append(std::string_view bytes, Span source) {
  text_ += bytes;
  spans_.insert(spans_.end(), bytes.size(), source);
}

void AlignedText::append(char32_t point, Span source) {
  const std::size_t before = text_.size();
  append_utf8(text_, point);
  spans_.insert(spans_.end(), text_.size() - before, source);
}

void AlignedText::append(const AlignedText& other) {
  text_ += other.text_;
  spans_.insert(spans_.end(), other.spans_.begin(), other.spans_.end());
}

AlignedText AlignedText::part(std::size_t first, std::size_t count) const {
  assert(first + count <= size());
  AlignedText result;
  result.text_ = text_.substr(first, count);
  const auto begin = spans_.begin() + static_cast<std::ptrdiff_t>(first);
  result.spans_.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
  return result;
}

void check_alignable(std::string_view text) {
  if (text.size() < std::numeric_limits<std::uint32_t>::max()) return;
  throw Error(Error::Kind::input,
              "a text of " + std::to_string(text.size()) + " bytes: expected less than 4 GiB");
}

}  // namespace attnscope
