// For similarities that have learned something for each position up to a longest text.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "attention/layer.hpp"
#include "core/error.hpp"

namespace attnscope {

/// Throws: Error(usage) when the head has more tokens than `longest`, the setting of that name.
inline void require_learned_length(std::string_view similarity, const Head& head, Index longest) {
  const Index tokens = std::max(head.queries(), head.keys());
  if (tokens <= longest) return;
  throw Error(Error::Kind::usage,
              "similarity " + std::string(similarity) + ": expected at most " + std::to_string(longest) +
                  " tokens, found " + std::to_string(tokens),
              "raise its setting longest");
}

}  // namespace attnscope
