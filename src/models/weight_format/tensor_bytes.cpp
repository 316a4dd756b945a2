// A buffer that stays in the second-level cache: a tensor's bytes are never held beside its floats.
#include "models/weight_format/tensor_bytes.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

namespace attnscope {

void read_floats(const ElementType& type, Index first, std::span<float> floats,
                 const std::function<void(std::uint64_t offset, std::span<std::byte> bytes)>& read) {
  assert(first % type.numbers_per_block == 0);
  assert(static_cast<Index>(floats.size()) % type.numbers_per_block == 0);
  auto offset = static_cast<std::uint64_t>(first / type.numbers_per_block * type.bytes_per_block);
  if (type.decode == nullptr) return read(offset, std::as_writable_bytes(floats));

  constexpr Index buffer_bytes = Index{1} << 17;
  const Index blocks_at_once = buffer_bytes / type.bytes_per_block;
  const Index all_blocks = static_cast<Index>(floats.size()) / type.numbers_per_block;
  std::vector<std::byte> buffer(
      static_cast<std::size_t>(std::min(blocks_at_once, all_blocks) * type.bytes_per_block));
  float* out = floats.data();
  for (Index done = 0; done < all_blocks; done += blocks_at_once) {
    const Index blocks = std::min(blocks_at_once, all_blocks - done);
    const std::span bytes = std::span(buffer).first(static_cast<std::size_t>(blocks * type.bytes_per_block));
    read(offset, bytes);
    type.decode(bytes.data(), out, blocks);
    offset += bytes.size();
    out += blocks * type.numbers_per_block;
  }
}

}  // namespace attnscope
