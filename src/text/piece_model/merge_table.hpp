// Which two pieces make which, and in what order: a hash table of pairs of ids.
#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.hpp"
#include "text/piece_model/byte_pairs.hpp"

namespace attnscope {

class MergeTable {
 public:
  struct Entry {
    std::uint64_t pair = no_pair;
    std::int32_t rank = 0;
    std::int32_t result = 0;
  };

  /// Of equal pairs the last one counts.
  explicit MergeTable(const std::vector<Merge>& merges) {
    std::size_t slots = 16;
    while (slots < 2 * merges.size()) slots *= 2;
    slots_.resize(slots);
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
      const std::uint64_t pair = key(merges[rank].left, merges[rank].right);
      slots_[slot_of(pair)] = {pair, static_cast<std::int32_t>(rank),
                               static_cast<std::int32_t>(merges[rank].result)};
    }
  }

  /// Null when they make nothing.
  const Entry* find(Index left, Index right) const {
    const Entry& entry = slots_[slot_of(key(left, right))];
    return entry.pair == no_pair ? nullptr : &entry;
  }

 private:
  static constexpr std::uint64_t no_pair = ~std::uint64_t{0};

  static std::uint64_t key(Index left, Index right) {
    return (static_cast<std::uint64_t>(left) << 32U) | static_cast<std::uint64_t>(right);
  }
  std::size_t slot_of(std::uint64_t pair) const {
    constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15U;
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = ((pair * golden_ratio) >> 24U) & mask;
    while (slots_[slot].pair != no_pair && slots_[slot].pair != pair) slot = (slot + 1) & mask;
    return slot;
  }

  std::vector<Entry> slots_;
};

}  // namespace attnscope
