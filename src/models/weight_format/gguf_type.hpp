// The tensor types of GGUF.
#pragma once

#include <cstdint>
#include <string_view>

#include "models/weight_format/element_type.hpp"

namespace attnscope {

struct GgufType {
  std::uint32_t id = 0;
  ElementType element;       ///< block sizes are known even where the numbers are not read
  bool is_readable = false;  ///< can be turned into floats
};

/// Null for an id that is not known or was removed from the format.
const GgufType* find_gguf_type(std::uint32_t id);
const GgufType* find_gguf_type(std::string_view name);
/// Whether an id once had a meaning.
bool was_removed_from_gguf(std::uint32_t id);

}  // namespace attnscope
