// The text is cut into blocks; a query sees its own.
//
//   size 2:  x x . .
//            x x . .
//            . . x x
//            . . x x
#include <algorithm>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Block final : public Pattern {
 public:
  explicit Block(Index size) : size_(size) {}

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return mask_by_pair([size = size_](Index query, Index key) { return query / size == key / size; },
                        [size = size_, keys = head.keys()](Index query) {
                          const Index first = query / size * size;
                          return KeyRange{std::min(first, keys), std::min(first + size, keys)};
                        });
  }
  Index allowed_pairs(Index n) const override {
    const Index rest = n % size_;
    return n / size_ * size_ * size_ + rest * rest;
  }

 private:
  Index size_;  // tokens
};

const Registered<Pattern> registered{
    {{
         .name = "block",
         .summary = "the text is cut into blocks, a query sees its own",
         .paper = "Qiu et al. 2020, Blockwise self-attention for long document understanding",
         .formula = "⌊i/size⌋ = ⌊j/size⌋",
         .cost = "n·size·d",
         .settings = {{.name = "size",
                       .fallback = "4",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "tokens in a block"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Block>(settings.integer("size"));
     }}};

}  // namespace
}  // namespace attnscope
