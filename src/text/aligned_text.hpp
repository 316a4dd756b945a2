// Text on its way through a tokenizer, each byte of which knows where in the original it came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// Byte offsets into the original text, from `begin` up to, not including, `end`.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// One code point of a rewritten text. `change` says what it stands for: 0 for the next code point of the old
/// text, -k for the next 1 + k of them (it takes the place of the first), 1 for none: it was inserted.
struct Rewrite {
  char32_t point = 0;
  int change = 0;
};

/// Bytes and, for each, the span of the original that it stands for.
class AlignedText {
 public:
  AlignedText() = default;
  /// A part of the original, unchanged: each byte stands for the character that it belongs to.
  AlignedText(std::string_view original, std::size_t offset);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  std::size_t size() const { return text_.size(); }
  /// Where in the original the part begins that this text was made of, whatever was removed or inserted.
  std::size_t original_begin() const { return original_begin_; }
  /// The original span of the bytes [first, first + count). Requires: count > 0.
  Span span(std::size_t first, std::size_t count) const {
    return {spans_[first].begin, spans_[first + count - 1].end};
  }

  /// An empty text made of the same part of the original, to append to.
  AlignedText emptied() const;
  void append(std::string_view bytes, Span source);
  /// One code point.
  void append(char32_t point, Span source);
  /// Bytes [first, first + count) of `other`, with their spans.
  void append(const AlignedText& other, std::size_t first, std::size_t count);
  AlignedText part(std::size_t first, std::size_t count) const;

  /// The text whose code points are `points`. A code point takes the span of the one that it stands for, an
  /// inserted one that of the one before it in the old text.
  AlignedText rewritten(std::span<const Rewrite> points) const;
  /// With `prefix` put before it, which takes the span of the first character. Requires: not empty.
  AlignedText with_prefix(std::string_view prefix) const;

 private:
  std::string text_;
  std::vector<Span> spans_;
  std::size_t original_begin_ = 0;
};

/// Texts up to 4 GiB can be aligned. Throws: Error(input) for a longer one.
void check_alignable(std::string_view text);

}  // namespace attnscope
