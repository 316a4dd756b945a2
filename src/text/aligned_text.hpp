// Text on its way through a tokenizer, each byte of which knows where in the original it came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// Byte offsets into the original text, from `begin` up to, not including, `end`.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
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
  /// The original span of the bytes [first, first + count). Requires: count > 0.
  Span span(std::size_t first, std::size_t count) const;
  Span span() const { return span(0, size()); }

  void append(std::string_view bytes, Span source);
  /// One code point.
  void append(char32_t point, Span source);
  void append(const AlignedText& other);
  AlignedText part(std::size_t first, std::size_t count) const;

 private:
  std::string text_;
  std::vector<Span> spans_;
};

/// Texts up to 4 GiB can be aligned. Throws: Error(input) for a longer one.
void check_alignable(std::string_view text);

}  // namespace attnscope
