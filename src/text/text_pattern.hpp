// Patterns of tokenizer files: plain text or a regular expression, searched with a bound on the work.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_tree.hpp"

namespace attnscope {

/// A stretch of a text that a pattern matched, or the stretch between two matches.
struct TextPart {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
  bool is_match = false;
};

/// Thread safety: const use from any thread.
class TextPattern {
 public:
  /// Oniguruma's syntax. Throws: Error(input) for a broken or too long expression; `where` names it.
  static TextPattern of_expression(std::string_view expression, const std::string& where);
  static TextPattern of_text(std::string_view text, const std::string& where);
  /// {"String": "…"} or {"Regex": "…"}
  static TextPattern from_json(const JsonNode& node, const std::string& where);

  ~TextPattern();
  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;

  /// The whole text as parts in order; empty matches are among them.
  /// Throws: Error(input) when the expression needs too many steps on this text.
  std::vector<TextPart> parts(std::string_view text) const;

 private:
  struct State;
  explicit TextPattern(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

}  // namespace attnscope
