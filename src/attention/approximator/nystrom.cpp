// Nyströmformer: a few landmark queries and keys, means of segments, stand in for all.
//
//   A = softmax(QK̃ᵀ/√d) · Z · softmax(Q̃Kᵀ/√d),  Z ≈ softmax(Q̃K̃ᵀ/√d)⁻¹
//
// Z by the paper's iteration Z ← ¼Z(13I - MZ(15I - MZ(7I - MZ))), or exactly.
#include <algorithm>
#include <cmath>

#include <Eigen/QR>

#include "attention/product_operator.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

DoubleMatrix to_matrix(const Dense& dense) {
  DoubleMatrix matrix(dense.rows(), dense.cols());
  std::copy(dense.data(), dense.data() + dense.size(), matrix.data());
  return matrix;
}

Dense iterated_inverse(const Dense& m, Index iterations) {
  // The start makes the iteration converge for any such m: both norms bound the largest singular value.
  Dense z =
      m.transpose() / (m.cwiseAbs().colwise().sum().maxCoeff() * m.cwiseAbs().rowwise().sum().maxCoeff());
  const Dense identity = Dense::Identity(m.rows(), m.cols());
  for (Index round = 0; round < iterations; ++round) {
    const Dense mz = m * z;
    z = 0.25 * z * (13.0 * identity - mz * (15.0 * identity - mz * (7.0 * identity - mz)));
  }
  return z;
}

class Nystrom final : public Approximator {
 public:
  Nystrom(Index landmarks, Index iterations) : landmarks_(landmarks), iterations_(iterations) {}
  MapClass map_class(Direction /*direction*/) const override {
    return iterations_ == 0 ? MapClass::signed_row_stochastic : MapClass::any_sign;
  }
  Cost cost(const Sizes& sizes) const override {
    Cost cost = landmark_cost(sizes, landmarks_);
    const double cube = std::pow(static_cast<double>(landmarks_), 3.0);
    cost.flops += 2.0 * cube * static_cast<double>(std::max<Index>(1, 4 * iterations_));
    return cost;
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const DoubleMatrix q = to_double(head.q);
    const DoubleMatrix k = to_double(head.k);
    const Index landmarks = std::min({landmarks_, head.queries(), head.keys()});
    const DoubleMatrix q_means = segment_means(q, landmarks);
    const DoubleMatrix k_means = segment_means(k, landmarks);
    const DoubleMatrix middle = softmax_scores(q_means, k_means, head.scale());
    const Dense m = Eigen::Map<const Dense>(middle.data(), landmarks, landmarks);
    const Dense z = iterations_ == 0 ? Dense(m.completeOrthogonalDecomposition().pseudoInverse())
                                     : iterated_inverse(m, iterations_);
    std::vector<DoubleMatrix> factors;
    factors.push_back(softmax_scores(q, k_means, head.scale()));
    factors.push_back(to_matrix(z));
    factors.push_back(softmax_scores(q_means, k, head.scale()));
    return product_operator(std::move(factors));
  }

 private:
  Index landmarks_;
  Index iterations_;  // 0: the exact pseudo-inverse
};

const Registered<Approximator> registered{
    {{
         .name = "nystrom",
         .summary = "a few landmark queries and keys stand in for all (Nyströmformer)",
         .paper = "Xiong et al. 2021, Nyströmformer",
         .formula = "A = softmax(QK̃ᵀ/√d)·M⁺·softmax(Q̃Kᵀ/√d), M = softmax(Q̃K̃ᵀ/√d)",
         .cost = "nmd",
         .settings =
             {{.name = "landmarks", .fallback = "16", .least = 1, .most = 4096, .meaning = "segments, m"},
              {.name = "iterations",
               .fallback = "6",
               .most = 1000,
               .meaning = "rounds of the paper's inverse; 0 is the exact pseudo-inverse"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Nystrom>(settings.integer("landmarks"), settings.integer("iterations"));
     }}};

}  // namespace
}  // namespace attnscope
