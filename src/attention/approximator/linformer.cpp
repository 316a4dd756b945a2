// Linformer: keys and values brought to k rows before anything meets.
//
//   A = softmax(Q(EK)ᵀ/√d) · F,  E, F: [k x n]
#include <algorithm>
#include <cmath>
#include <string>

#include <Eigen/SVD>

#include "attention/product_operator.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

DoubleMatrix right_singular_rows(const DoubleMatrix& matrix, Index count) {
  using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(
      Eigen::Map<const Dense>(matrix.data(), matrix.rows(), matrix.cols()), Eigen::ComputeThinV);
  DoubleMatrix rows(count, matrix.cols());
  for (Index row = 0; row < std::min<Index>(count, svd.matrixV().cols()); ++row) {
    for (Index col = 0; col < matrix.cols(); ++col) rows(row, col) = svd.matrixV()(col, row);
  }
  return rows;
}

class Linformer final : public Approximator {
 public:
  Linformer(Index rows, std::string projection) : rows_(rows), projection_(std::move(projection)) {}
  MapClass map_class(Direction /*direction*/) const override {
    return projection_ == "mean" ? MapClass::row_stochastic : MapClass::any_sign;
  }
  Cost cost(const Sizes& sizes) const override {
    Cost cost = landmark_cost(sizes, rows_);
    cost.flops += 2.0 * static_cast<double>(rows_) * static_cast<double>(sizes.keys) *
                  static_cast<double>(sizes.head_size + sizes.value_size);
    return cost;
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const DoubleMatrix q = to_double(head.q);
    const DoubleMatrix k = to_double(head.k);
    const Index rows = std::min(rows_, head.keys());
    const DoubleMatrix e = projection(head, "linformer.E", q, k, rows);
    DoubleMatrix f = projection_ == "given" ? projection(head, "linformer.F", q, k, rows) : e;
    std::vector<DoubleMatrix> factors;
    factors.push_back(softmax_scores(q, product(e, k), head.scale()));
    factors.push_back(std::move(f));
    return product_operator(std::move(factors));
  }

 private:
  DoubleMatrix projection(const Head& head, std::string_view name, const DoubleMatrix& q,
                          const DoubleMatrix& k, Index rows) const {
    if (projection_ == "mean") return segment_mean_weights(head.keys(), rows);
    if (projection_ == "svd") return right_singular_rows(softmax_scores(q, k, head.scale()), rows);
    const Fallback seeded{.spread = 1.0 / std::sqrt(static_cast<double>(rows))};
    return to_double(head.shared_parameter(name, rows, head.keys(), seeded));
  }

  Index rows_;
  std::string projection_;
};

const Registered<Approximator> registered{
    {{
         .name = "linformer",
         .summary = "keys and values projected to a few rows",
         .paper = "Wang et al. 2020, Linformer: self-attention with linear complexity",
         .formula = "A = softmax(Q(EK)ᵀ/√d)·F",
         .cost = "nkd",
         .settings = {{.name = "k",
                       .fallback = "16",
                       .least = 1,
                       .most = 1e6,
                       .unit = "rows",
                       .meaning = "projected keys"},
                      {.name = "projection",
                       .type = Setting::Type::text,
                       .fallback = "mean",
                       .meaning = "means of segments, seeded or given E = F (given: linformer.E and .F), or "
                                  "fitted to this map",
                       .choices = {"mean", "seeded", "given", "svd"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Linformer>(settings.integer("k"), settings.text("projection"));
     }}};

}  // namespace
}  // namespace attnscope
