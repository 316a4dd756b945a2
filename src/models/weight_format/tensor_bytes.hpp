// Stored numbers to floats, straight into where they are wanted.
#pragma once

#include <functional>
#include <span>

#include "models/weight_format/element_type.hpp"

namespace attnscope {

/// Fills `floats` with the numbers from `first` on of a tensor whose bytes `read(offset, bytes)` gives.
/// Floats are read in place; other types go through a small buffer. Requires: `first` and floats.size() are
/// multiples of the block.
void read_floats(const ElementType& type, Index first, std::span<float> floats,
                 const std::function<void(std::uint64_t offset, std::span<std::byte> bytes)>& read);

}  // namespace attnscope
