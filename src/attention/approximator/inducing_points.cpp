// Set Transformer (ISAB) and Luna: a few learned points read the keys, and the queries read the points.
//
//   isab  A = softmax(Q·H(K)ᵀ/√D) · softmax(I·Kᵀ/√D)   points I, read as keys H = softmax(I·Kᵀ/√D)·K
//   luna  the same with √d and points that are packed anew in each layer
//
// The attention path only: the feed-forward part between the two steps has no map.
#include <cmath>
#include <string>

#include "attention/product_operator.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class InducingPoints final : public Approximator {
 public:
  InducingPoints(std::string parameter, Index points, bool by_full_width)
      : parameter_(std::move(parameter)), points_(points), by_full_width_(by_full_width) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  Cost cost(const Sizes& sizes) const override {
    Cost cost = landmark_cost(sizes, points_);
    cost.flops += 2.0 * static_cast<double>(points_) * static_cast<double>(sizes.keys) *
                  static_cast<double>(sizes.head_size);
    return cost;
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const DoubleMatrix k = to_double(head.k);
    const DoubleMatrix points = to_double(head.parameter(parameter_, points_, head.size(), {.spread = 1.0}));
    const double width = static_cast<double>(head.size() * head.layer->heads());
    const double scale = by_full_width_ ? 1.0 / std::sqrt(width) : head.scale();
    DoubleMatrix pack = softmax_scores(points, k, scale);
    const DoubleMatrix packed = product(pack, k);
    std::vector<DoubleMatrix> factors;
    factors.push_back(softmax_scores(to_double(head.q), packed, scale));
    factors.push_back(std::move(pack));
    return product_operator(std::move(factors));
  }

 private:
  std::string parameter_;
  Index points_;
  bool by_full_width_;
};

const Setting points_setting{
    .name = "points", .fallback = "32", .least = 1, .most = 65536, .meaning = "learned points"};

const Registered<Approximator> registered_isab{
    {{
         .name = "isab",
         .summary = "queries read a few inducing points that read the keys (Set Transformer)",
         .paper = "Lee et al. 2019, Set Transformer",
         .formula = "A = softmax(Q·Hᵀ/√D)·softmax(I·Kᵀ/√D), H = softmax(I·Kᵀ/√D)·K",
         .cost = "nmd",
         .settings = {points_setting},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<InducingPoints>("isab.I", settings.integer("points"), true);
     }}};

const Registered<Approximator> registered_luna{
    {{
         .name = "luna",
         .summary = "keys packed into a short memory, which the queries unpack",
         .paper = "Ma et al. 2021, Luna: linear unified nested attention",
         .formula = "A = softmax(Q·Pᵀ/√d)·softmax(p·Kᵀ/√d), P = softmax(p·Kᵀ/√d)·K",
         .cost = "nld",
         .settings = {points_setting},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<InducingPoints>("luna.p", settings.integer("points"), false);
     }}};

}  // namespace
}  // namespace attnscope
