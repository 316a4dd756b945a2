// Blocks of keys are put into a new order that suits the queries, softly: R is almost a permutation of
// blocks, made by Sinkhorn's division of rows and columns. A query sees its own block and the one that R
// brings to its place; the mixed keys carry values mixed by the same R, so that their weight goes back to the
// keys they came from.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attention/dense_operator.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"

namespace attnscope {
namespace {

DoubleMatrix block_means(ConstMatrixView rows, Index size) {
  DoubleMatrix means((rows.rows + size - 1) / size, rows.cols);
  for (Index row = 0; row < rows.rows; ++row) {
    const auto members = static_cast<double>(std::min(size, rows.rows - row / size * size));
    for (Index col = 0; col < rows.cols; ++col)
      means(row / size, col) += static_cast<double>(rows(row, col)) / members;
  }
  return means;
}

/// Rounds of column and row division that end with the rows, so that these sum to one.
void sinkhorn(DoubleMatrix& blocks, Index rounds) {
  for (Index row = 0; row < blocks.rows(); ++row) softmax_over(blocks.row(row));
  for (Index round = 0; round < rounds; ++round) {
    for (Index col = 0; col < blocks.cols(); ++col) {
      double sum = 0.0;
      for (Index row = 0; row < blocks.rows(); ++row) sum += blocks(row, col);
      for (Index row = 0; row < blocks.rows(); ++row) blocks(row, col) /= sum > 0.0 ? sum : 1.0;
    }
    for (Index row = 0; row < blocks.rows(); ++row) {
      double sum = 0.0;
      for (const double share : blocks.row(row)) sum += share;
      for (double& share : blocks.row(row)) share /= sum > 0.0 ? sum : 1.0;
    }
  }
}

class SparseSinkhorn final : public Approximator {
 public:
  SparseSinkhorn(Index size, double temperature, Index rounds)
      : size_(size), temperature_(temperature), rounds_(rounds) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  Cost cost(const Sizes& sizes) const override {
    const auto pairs = static_cast<double>(sizes.queries) * 2.0 * static_cast<double>(size_);
    return {.flops = 2.0 * pairs * static_cast<double>(sizes.head_size + sizes.value_size),
            .bytes = data_bytes(sizes) + 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    DoubleMatrix order = product_transposed(block_means(head.q, size_), block_means(head.k, size_));
    for (double& logit : order.numbers()) logit *= head.scale() / temperature_;
    sinkhorn(order, rounds_);
    DoubleMatrix weights(head.queries(), head.keys());
    for (Index query = 0; query < head.queries(); ++query)
      weigh(head, query, order.row(query / size_), weights.row(query));
    return operator_of(std::move(weights));
  }

 private:
  void weigh(const Head& head, Index query, std::span<const double> order, std::span<double> weights) const {
    const Index own = query / size_ * size_;
    const Index local = std::clamp<Index>(head.keys() - own, 0, size_);
    const Index slots = std::min(size_, head.keys());
    std::vector<double> row;
    for (Index slot = 0; slot < local; ++slot) {
      row.push_back(head.scale() * dot(head.q.row(query), head.k.row(own + slot)));
    }
    for (Index slot = 0; slot < slots; ++slot) {
      double score = 0.0;
      for (Index block = 0; block * size_ + slot < head.keys(); ++block) {
        score +=
            share(order, block, slot, head.keys()) * dot(head.q.row(query), head.k.row(block * size_ + slot));
      }
      row.push_back(head.scale() * score);
    }
    softmax_over(row);
    for (Index slot = 0; slot < local; ++slot)
      weights[static_cast<std::size_t>(own + slot)] += row[static_cast<std::size_t>(slot)];
    for (Index slot = 0; slot < slots; ++slot) {
      for (Index block = 0; block * size_ + slot < head.keys(); ++block) {
        weights[static_cast<std::size_t>(block * size_ + slot)] +=
            row[static_cast<std::size_t>(local + slot)] * share(order, block, slot, head.keys());
      }
    }
  }

  /// How much of the mixed slot comes from this block. The last block may have fewer slots; the others share
  /// then.
  double share(std::span<const double> order, Index block, Index slot, Index keys) const {
    double sum = 0.0;
    for (Index one = 0; one * size_ + slot < keys; ++one) sum += order[static_cast<std::size_t>(one)];
    return sum > 0.0 ? order[static_cast<std::size_t>(block)] / sum : 0.0;
  }

  Index size_;  // tokens
  double temperature_;
  Index rounds_;
};

const Registered<Approximator> registered{
    {{
         .name = "sparse-sinkhorn",
         .summary = "a query sees its own block and one that a soft permutation of blocks brings",
         .paper = "Tay et al. 2020, Sparse Sinkhorn attention",
         .formula = "A over [R·K; K], R = Sinkhorn(mean(Q)·mean(K)ᵀ/√d/τ), values mixed by R too",
         .cost = "n·size·d + (n/size)²·rounds",
         .settings =
             {{.name = "size",
               .fallback = "64",
               .least = 1,
               .most = 65536,
               .unit = "tokens",
               .meaning = "tokens in a block"},
              {.name = "temperature",
               .type = Setting::Type::real,
               .fallback = "0.75",
               .least = 1e-3,
               .most = 1e3,
               .meaning = "τ: small values make R a permutation"},
              {.name = "rounds", .fallback = "7", .most = 1000, .meaning = "divisions of columns and rows"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<SparseSinkhorn>(settings.integer("size"), settings.real("temperature"),
                                               settings.integer("rounds"));
     }}};

}  // namespace
}  // namespace attnscope
