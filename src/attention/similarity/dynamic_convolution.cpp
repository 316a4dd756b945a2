// A convolution whose taps each token chooses from itself: tap t of query i falls on key i-left+t.
//
//   S(i, j) = ln softmax(W xᵢ)[j-i+left]
#include "attention/by_pair.hpp"
#include "attention/similarity/taps.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class DynamicConvolution final : public Similarity {
 public:
  explicit DynamicConvolution(const TapSettings& settings) : settings_(settings) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const ConstMatrixView inputs = head.query_input();
    const double spread = 1.0 / std::sqrt(static_cast<double>(inputs.cols));
    const ConstMatrixView weights =
        head.parameter("dynamic-convolution.W", settings_.taps, inputs.cols, {.spread = spread});
    return taps_term(log_softmax_rows(product_transposed(inputs, weights)), settings_.left);
  }
  bool is_position_free() const override { return false; }

 private:
  TapSettings settings_;
};

const Registered<Similarity> registered{
    {{
         .name = "dynamic-convolution",
         .summary = "each query chooses weights for the distances near it, keys are not read",
         .paper = "Wu et al. 2019, Pay less attention with lightweight and dynamic convolutions",
         .formula = "S = ln softmax(W·x)[j-i+left], W the parameter dynamic-convolution.W",
         .cost = "n·taps·d",
         .settings = tap_settings(),
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<DynamicConvolution>(read_tap_settings(settings));
     }}};

}  // namespace
}  // namespace attnscope
