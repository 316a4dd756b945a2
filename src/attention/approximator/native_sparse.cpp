// Three answers, each behind a gate of the query: from the means of blocks, from the best blocks in full, and
// from a window. Rows sum to the gates that had something to see.
//
//   A = g₁·A(means)·P + g₂·A(chosen blocks) + g₃·A(window)      P: a block's mean to its keys
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "attention/dense_operator.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"

namespace attnscope {
namespace {

struct BranchSizes {
  Index block = 64;    // tokens
  Index chosen = 16;   // blocks
  Index window = 512;  // tokens
};

class NativeSparse final : public Approximator {
 public:
  explicit NativeSparse(const BranchSizes& sizes) : sizes_(sizes) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::non_negative; }
  bool can_be_causal() const override { return true; }
  bool is_always_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override {
    const auto keys = static_cast<double>(sizes.keys);
    const double seen = std::min(keys, keys / static_cast<double>(sizes_.block) +
                                           static_cast<double>(sizes_.chosen * sizes_.block + sizes_.window));
    const double pairs = static_cast<double>(sizes.queries) * seen;
    return {.flops = 2.0 * pairs * static_cast<double>(sizes.head_size + sizes.value_size),
            .bytes = data_bytes(sizes) + 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const ConstMatrixView inputs = head.query_input();
    DoubleMatrix gates = product_transposed(
        inputs, head.parameter("native-sparse.gates", 3, inputs.cols, {.kind = Fallback::Kind::zeros}));
    for (double& gate : gates.numbers()) gate = 1.0 / (1.0 + std::exp(-gate));
    DoubleMatrix scores = product_transposed(head.q, head.k);
    for (double& score : scores.numbers()) score *= head.scale();
    DoubleMatrix weights(head.queries(), head.keys());
    for (Index query = 0; query < head.queries(); ++query) {
      weigh(std::min(query, head.keys() - 1), scores.row(query), gates.row(query), weights.row(query));
    }
    return operator_of(std::move(weights));
  }

 private:
  /// last: the last key that the query sees.
  void weigh(Index last, std::span<const double> scores, std::span<const double> gates,
             std::span<double> weights) const {
    const std::vector<double> means = mean_weights(last, scores);
    for (std::size_t block = 0; block < means.size(); ++block) {
      for (Index key = 0; key < sizes_.block; ++key) {
        weights[block * static_cast<std::size_t>(sizes_.block) + static_cast<std::size_t>(key)] +=
            gates[0] * means[block] / static_cast<double>(sizes_.block);
      }
    }
    std::vector<std::uint8_t> is_chosen(scores.size());
    for (const Index block : choose(last / sizes_.block, means)) {
      for (Index key = block * sizes_.block; key <= std::min((block + 1) * sizes_.block - 1, last); ++key) {
        is_chosen[static_cast<std::size_t>(key)] = 1;
      }
    }
    add(scores, gates[1], weights, [&](Index key) { return is_chosen[static_cast<std::size_t>(key)] != 0; });
    add(scores, gates[2], weights, [&](Index key) { return key <= last && last - key < sizes_.window; });
  }

  /// Softmax over the mean keys of the blocks that have ended.
  std::vector<double> mean_weights(Index last, std::span<const double> scores) const {
    std::vector<double> means;
    for (Index first = 0; first + sizes_.block <= last + 1; first += sizes_.block) {
      const auto start = scores.begin() + first;
      means.push_back(std::accumulate(start, start + sizes_.block, 0.0) / static_cast<double>(sizes_.block));
    }
    softmax_over(means);
    return means;
  }

  /// The own block, and the best others by the weight of their mean, the first of equals.
  std::vector<Index> choose(Index own, const std::vector<double>& means) const {
    std::vector<Index> others;
    for (Index block = 0; block < static_cast<Index>(means.size()); ++block) {
      if (block != own) others.push_back(block);
    }
    std::stable_sort(others.begin(), others.end(), [&means](Index one, Index other) {
      return means[static_cast<std::size_t>(one)] > means[static_cast<std::size_t>(other)];
    });
    others.resize(std::min(others.size(), static_cast<std::size_t>(sizes_.chosen - 1)));
    others.push_back(own);
    return others;
  }

  template <typename Sees>
  static void add(std::span<const double> scores, double gate, std::span<double> weights, Sees sees) {
    std::vector<double> row(scores.begin(), scores.end());
    for (std::size_t key = 0; key < row.size(); ++key) {
      if (!sees(static_cast<Index>(key))) row[key] = -std::numeric_limits<double>::infinity();
    }
    softmax_over(row);
    for (std::size_t key = 0; key < row.size(); ++key) weights[key] += gate * row[key];
  }

  BranchSizes sizes_;
};

const Registered<Approximator> registered{
    {{
         .name = "native-sparse",
         .summary = "block means, chosen blocks and a window, each behind a gate (NSA)",
         .paper = "Yuan et al. 2025, Native sparse attention: hardware-aligned and natively trainable",
         .formula = "A = g1·A(means)·P + g2·A(chosen) + g3·A(window), g = σ(W·x), W the parameter "
                    "native-sparse.gates",
         .cost = "n(n/block + chosen·block + window)d",
         .settings = {{.name = "block",
                       .fallback = "64",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "tokens in a block"},
                      {.name = "chosen",
                       .fallback = "16",
                       .least = 1,
                       .most = 65536,
                       .unit = "blocks",
                       .meaning = "blocks seen in full, the own among them"},
                      {.name = "window",
                       .fallback = "512",
                       .least = 1,
                       .unit = "tokens",
                       .meaning = "keys seen shortly before"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<NativeSparse>(BranchSizes{.block = settings.integer("block"),
                                                         .chosen = settings.integer("chosen"),
                                                         .window = settings.integer("window")});
     }}};

}  // namespace
}  // namespace attnscope
