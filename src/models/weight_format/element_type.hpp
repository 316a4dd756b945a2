// How numbers lie in weight files: plain types, and blocks of numbers that share a scale.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/matrix.hpp"

namespace attnscope {

/// A type of number, or of a block of numbers, that can be turned into floats.
struct ElementType {
  std::string_view name;  ///< as listings show it: "F16", "Q4_K"
  Index numbers_per_block = 1;
  Index bytes_per_block = 0;
  /// Turns `blocks` blocks, at any address, into floats. Null where the bytes are floats already.
  void (*decode)(const std::byte* bytes, float* floats, Index blocks) = nullptr;
};

/// The types that safetensors files spell by name: F64, F32, F16, BF16. Null for every other.
const ElementType* plain_element_type(std::string_view name);

}  // namespace attnscope
