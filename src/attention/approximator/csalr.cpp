// CSALR: landmarks as in Nyström's method, with (M + I)⁻¹ in the middle. Every row sums to one half.
//
//   A = softmax(QK̃ᵀ/√d) (M + I)⁻¹ softmax(Q̃Kᵀ/√d),  M = softmax(Q̃K̃ᵀ/√d)
#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "attention/product_operator.hpp"

namespace attnscope {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Csalr final : public Approximator {
 public:
  explicit Csalr(Index landmarks) : landmarks_(landmarks) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::any_sign; }
  Cost cost(const Sizes& sizes) const override {
    Cost cost = landmark_cost(sizes, landmarks_);
    cost.flops += 2.0 * std::pow(static_cast<double>(landmarks_), 3.0);
    return cost;
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const DoubleMatrix q = to_double(head.q);
    const DoubleMatrix k = to_double(head.k);
    const Index landmarks = std::min({landmarks_, head.queries(), head.keys()});
    const DoubleMatrix q_means = segment_means(q, landmarks);
    const DoubleMatrix k_means = segment_means(k, landmarks);
    DoubleMatrix middle = softmax_scores(q_means, k_means, head.scale());
    for (Index place = 0; place < landmarks; ++place) middle(place, place) += 1.0;
    Eigen::Map<Dense> dense(middle.data(), landmarks, landmarks);
    dense = Dense(dense.partialPivLu().inverse());
    std::vector<DoubleMatrix> factors;
    factors.push_back(softmax_scores(q, k_means, head.scale()));
    factors.push_back(std::move(middle));
    factors.push_back(softmax_scores(q_means, k, head.scale()));
    return product_operator(std::move(factors));
  }

 private:
  Index landmarks_;
};

const Registered<Approximator> registered{
    {{
         .name = "csalr",
         .summary = "landmarks with a damped inverse; rows sum to one half",
         .paper = "Chen et al. 2020, Compressed self-attention for deep metric learning with low-rank "
                  "approximation",
         .formula = "A = softmax(QK̃ᵀ)(M+I)⁻¹softmax(Q̃Kᵀ), M = softmax(Q̃K̃ᵀ)",
         .cost = "nmd",
         .settings =
             {{.name = "landmarks", .fallback = "16", .least = 1, .most = 4096, .meaning = "segments, m"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Csalr>(settings.integer("landmarks"));
     }}};

}  // namespace
}  // namespace attnscope
