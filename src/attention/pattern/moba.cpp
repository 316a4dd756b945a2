// A query sees its own block of keys so far, and the earlier blocks whose mean key it likes best.
#include <algorithm>
#include <numeric>
#include <vector>

#include "attention/key_lists.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

/// The mean key of each block. [blocks x head size]
DoubleMatrix block_means(ConstMatrixView k, Index size) {
  DoubleMatrix means((k.rows + size - 1) / size, k.cols);
  for (Index key = 0; key < k.rows; ++key) {
    const Index first = key / size * size;
    const auto members = static_cast<double>(std::min(size, k.rows - first));
    for (Index col = 0; col < k.cols; ++col)
      means(key / size, col) += static_cast<double>(k(key, col)) / members;
  }
  return means;
}

class Moba final : public Pattern {
 public:
  Moba(Index size, Index blocks) : size_(size), blocks_(blocks) {}
  bool is_causal() const override { return true; }

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const DoubleMatrix gates = product_transposed(to_double(head.q), block_means(head.k, size_));
    KeyLists lists;
    for (Index query = 0; query < head.queries(); ++query) {
      std::vector<Index> seen;
      for (const Index block : chosen_blocks(gates.row(query), query / size_)) {
        for (Index key = block * size_; key < std::min({(block + 1) * size_, query + 1, head.keys()});
             ++key) {
          seen.push_back(key);
        }
      }
      lists.push_back(std::move(seen));
    }
    return mask_of_lists(std::move(lists));
  }

 private:
  /// The own block, and the best of those before it, the first of equals.
  std::vector<Index> chosen_blocks(std::span<const double> gates, Index own) const {
    std::vector<Index> past(static_cast<std::size_t>(std::min(own, static_cast<Index>(gates.size()))));
    std::iota(past.begin(), past.end(), Index{0});
    std::stable_sort(past.begin(), past.end(), [gates](Index one, Index other) {
      return gates[static_cast<std::size_t>(one)] > gates[static_cast<std::size_t>(other)];
    });
    past.resize(std::min(past.size(), static_cast<std::size_t>(blocks_ - 1)));
    past.push_back(own);
    return past;
  }

  Index size_;  // tokens
  Index blocks_;
};

const Registered<Pattern> registered{
    {{
         .name = "moba",
         .summary = "a query's own block so far, and the earlier blocks whose mean key it likes best",
         .paper = "Lu et al. 2025, MoBA: mixture of block attention for long-context LLMs",
         .formula = "j ≤ i in i's block or one of the best k-1 before it by q·mean(k)",
         .cost = "n·size·blocks·d + n²d/size",
         .settings = {{.name = "size",
                       .fallback = "512",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "tokens in a block"},
                      {.name = "blocks",
                       .fallback = "3",
                       .least = 1,
                       .most = 1e6,
                       .unit = "blocks",
                       .meaning = "k: blocks seen, the own among them"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Moba>(settings.integer("size"), settings.integer("blocks"));
     }}};

}  // namespace
}  // namespace attnscope
