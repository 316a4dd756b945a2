// Patterns joined by an expression: '+' is union, '^' intersection (binds tighter), with parentheses.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "attention/stages.hpp"

namespace attnscope {

/// A pattern and the text that makes it again.
struct PatternChoice {
  std::string text;
  std::shared_ptr<const Pattern> pattern;
};

/// Parses such as "causal^(band:radius=2+global:tokens=0)". Patterns that read scores choose among the keys
/// that the other sides of an intersection leave. Throws: Error(usage) for an unknown pattern or setting, or
/// a broken expression.
PatternChoice parse_pattern(std::string_view typed);

}  // namespace attnscope
