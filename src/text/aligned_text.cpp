#include "text/aligned_text.hpp"

#include <cassert>
#include <limits>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {

AlignedText::AlignedText(std::string_view original, std::size_t offset)
    : text_(original), original_begin_(offset) {
  spans_.reserve(original.size());
  for (std::size_t place = 0; place < original.size();) {
    const std::size_t start = place;
    next_code_point(original, place);
    const Span span{static_cast<std::uint32_t>(offset + start), static_cast<std::uint32_t>(offset + place)};
    spans_.insert(spans_.end(), place - start, span);
  }
}

AlignedText AlignedText::emptied() const {
  AlignedText result;
  result.original_begin_ = original_begin_;
  result.text_.reserve(size());
  result.spans_.reserve(size());
  return result;
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

void AlignedText::append(const AlignedText& other, std::size_t first, std::size_t count) {
  text_.append(other.text_, first, count);
  const auto begin = other.spans_.begin() + static_cast<std::ptrdiff_t>(first);
  spans_.insert(spans_.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
}

AlignedText AlignedText::part(std::size_t first, std::size_t count) const {
  assert(first + count <= size());
  AlignedText result;
  result.original_begin_ = count > 0 ? spans_[first].begin : original_begin_;
  result.append(*this, first, count);
  return result;
}

AlignedText AlignedText::rewritten(std::span<const Rewrite> points) const {
  AlignedText result = emptied();
  const auto start = static_cast<std::uint32_t>(original_begin_);
  Span last{start, start};  // of what was consumed last
  std::size_t place = 0;
  for (const Rewrite& point : points) {
    Span source = last;
    for (int left = 1 - point.change; left > 0 && place < size(); --left) {
      last = spans_[place];
      if (left == 1 - point.change) source = last;
      next_code_point(text_, place);
    }
    result.append(point.point, source);
  }
  return result;
}

AlignedText AlignedText::with_prefix(std::string_view prefix) const {
  assert(!empty());
  AlignedText result = emptied();
  result.append(prefix, spans_.front());
  result.append(*this, 0, size());
  return result;
}

void check_alignable(std::string_view text) {
  if (text.size() < std::numeric_limits<std::uint32_t>::max()) return;
  throw Error(Error::Kind::input,
              "a text of " + std::to_string(text.size()) + " bytes: expected less than 4 GiB");
}

}  // namespace attnscope
