// Blocks of tokens: the first and the last see all and are seen by all, the others see their neighbours and
// some blocks drawn by lot.
//
//   blocks, none drawn:  x x x x x
//                        x x x . x
//                        x x x x x
//                        x . x x x
//                        x x x x x
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "attention/by_pair.hpp"
#include "core/random.hpp"

namespace attnscope {
namespace {

/// Which block sees which, as rows of flags.
class BlockMap {
 public:
  explicit BlockMap(Index blocks) : blocks_(blocks), sees_(static_cast<std::size_t>(blocks * blocks)) {}
  Index blocks() const { return blocks_; }
  std::uint8_t& operator()(Index row, Index col) {
    return sees_[static_cast<std::size_t>(row * blocks_ + col)];
  }
  std::uint8_t operator()(Index row, Index col) const {
    return sees_[static_cast<std::size_t>(row * blocks_ + col)];
  }

 private:
  Index blocks_;
  std::vector<std::uint8_t> sees_;
};

void see_neighbours_and_ends(BlockMap& map) {
  const Index last = map.blocks() - 1;
  for (Index row = 0; row <= last; ++row) {
    for (Index col = 0; col <= last; ++col) {
      const bool is_end = row == 0 || row == last || col == 0 || col == last;
      map(row, col) = is_end || std::abs(row - col) <= 1 ? 1 : 0;
    }
  }
}

void see_drawn(BlockMap& map, Index count, Random& random) {
  for (Index row = 0; row < map.blocks(); ++row) {
    std::vector<Index> unseen;
    for (Index col = 0; col < map.blocks(); ++col) {
      if (map(row, col) == 0) unseen.push_back(col);
    }
    for (Index drawn = 0; drawn < count && !unseen.empty(); ++drawn) {
      const auto place = unseen.begin() + random.below(static_cast<Index>(unseen.size()));
      map(row, *place) = 1;
      unseen.erase(place);
    }
  }
}

class BigBird final : public Pattern {
 public:
  BigBird(Index size, Index drawn, Index seed) : size_(size), drawn_(drawn), seed_(seed) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    BlockMap map((std::max(head.queries(), head.keys()) + size_ - 1) / size_);
    see_neighbours_and_ends(map);
    Random random(
        seed_for(static_cast<std::uint64_t>(seed_),
                 "bigbird." + std::to_string(head.layer->index) + "." + std::to_string(head.index)));
    see_drawn(map, drawn_, random);
    return mask_by_pair(head, [map = std::move(map), size = size_](Index query, Index key) {
      return map(query / size, key / size) != 0;
    });
  }

 private:
  Index size_;  // tokens
  Index drawn_;
  Index seed_;
};

const Registered<Pattern> registered{
    {{
         .name = "bigbird",
         .summary = "first and last block for all, neighbouring blocks, and blocks drawn by lot",
         .paper = "Zaheer et al. 2020, Big Bird: transformers for longer sequences",
         .formula = "blocks: i or j an end, or |i-j| ≤ 1, or j one of r drawn for i",
         .cost = "n·size·(5+r)d",
         .settings = {{.name = "block",
                       .fallback = "64",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "tokens in a block"},
                      {.name = "drawn",
                       .fallback = "3",
                       .most = 1e6,
                       .unit = "blocks",
                       .meaning = "r: blocks drawn for each block that is not an end"},
                      {.name = "seed", .fallback = "1", .meaning = "another seed draws other blocks"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<BigBird>(settings.integer("block"), settings.integer("drawn"),
                                        settings.integer("seed"));
     }}};

}  // namespace
}  // namespace attnscope
