// Feature maps with learned weights: Hedgehog's exponentials and T2R's rectifier.
//
//   hedgehog  φ(x) = [e^(Wx); e^(-Wx)]        t2r  φ(x) = max(Wx + b, 0)
#include <algorithm>
#include <cmath>
#include <string>

#include "attention/feature_operator.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class LearnedFeatures final : public Approximator {
 public:
  LearnedFeatures(std::string kind, Index features) : kind_(std::move(kind)), features_(features) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override {
    return feature_cost(sizes, count(sizes.head_size) * (kind_ == "hedgehog" ? 2 : 1));
  }
  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    const Index count_of_head = count(head.size());
    const DoubleMatrix w = to_double(
        head.parameter("features.W", count_of_head, head.size(), {.kind = Fallback::Kind::identity}));
    const DoubleMatrix b =
        to_double(head.parameter("features.b", 1, count_of_head, {.kind = Fallback::Kind::zeros}));
    return feature_operator(features(head.q, w, b), features(head.k, w, b), direction);
  }

 private:
  Index count(Index size) const { return features_ == 0 ? size : features_; }

  DoubleMatrix features(ConstMatrixView x, const DoubleMatrix& w, const DoubleMatrix& b) const {
    const DoubleMatrix projected = product_transposed(to_double(x), w);
    const Index count_of_head = projected.cols();
    const bool is_hedgehog = kind_ == "hedgehog";
    DoubleMatrix result(projected.rows(), is_hedgehog ? 2 * count_of_head : count_of_head);
    for (Index row = 0; row < projected.rows(); ++row) {
      for (Index col = 0; col < count_of_head; ++col) {
        const double number = projected(row, col) + b(0, col);
        if (is_hedgehog) {
          result(row, col) = std::exp(number);
          result(row, count_of_head + col) = std::exp(-number);
        } else {
          result(row, col) = std::max(number, 0.0);
        }
      }
    }
    return result;
  }

  std::string kind_;
  Index features_;
};

const Registered<Approximator> registered{
    {{
         .name = "learned-features",
         .summary = "a learned feature map: Hedgehog's exponentials or T2R's rectifier",
         .paper = "Zhang et al. 2024, The Hedgehog and the porcupine; Kasai et al. 2021, Finetuning "
                  "transformers into RNNs",
         .formula = "φ(x) = [exp(Wx); exp(-Wx)] or max(Wx+b, 0)",
         .cost = "nmd",
         .settings = {{.name = "kind",
                       .type = Setting::Type::text,
                       .fallback = "hedgehog",
                       .meaning = "feature map",
                       .choices = {"hedgehog", "t2r"}},
                      {.name = "features",
                       .fallback = "0",
                       .most = 65536,
                       .meaning = "rows of W; 0 takes the head size"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<LearnedFeatures>(settings.text("kind"), settings.integer("features"));
     }}};

}  // namespace
}  // namespace attnscope
