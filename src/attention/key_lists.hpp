// Masks from lists: each query sees the keys of its list.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "attention/stages.hpp"

namespace attnscope {

/// Keys in ascending order, a list for each query.
using KeyLists = std::vector<std::vector<Index>>;

class ListMask final : public Mask {
 public:
  explicit ListMask(KeyLists lists) : lists_(std::move(lists)) {}

  void restrict(Index query, std::span<const float> /*scores*/,
                std::span<std::uint8_t> allowed) const override {
    auto next = allowed.begin();
    for (const Index key : lists_[static_cast<std::size_t>(query)]) {
      const auto place = allowed.begin() + key;
      std::fill(next, place, std::uint8_t{0});
      next = place + 1;
    }
    std::fill(next, allowed.end(), std::uint8_t{0});
  }
  KeyRange range(Index query) const override {
    const std::vector<Index>& keys = lists_[static_cast<std::size_t>(query)];
    return keys.empty() ? KeyRange{} : KeyRange{keys.front(), keys.back() + 1};
  }

 private:
  KeyLists lists_;
};

/// lists: a list for each query of the head, in any order and with repeats; they are sorted here.
inline std::unique_ptr<const Mask> mask_of_lists(KeyLists lists) {
  for (std::vector<Index>& keys : lists) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  }
  return std::make_unique<ListMask>(std::move(lists));
}

}  // namespace attnscope
