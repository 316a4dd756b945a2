// A convolution as attention: each head has K taps that sum to one, and tap t of query i falls on key
// i-left+t.
//
//   S(i, j) = ln softmax(w)[j-i+left]        K = 3, left = 1:  b c . .
//                                                              a b c .
// With `exponential` taps that fall off the text are lost, as zero padding does; with `softmax` the rest
// shares them.
#include "attention/by_pair.hpp"
#include "attention/similarity/taps.hpp"

namespace attnscope {
namespace {

class LightConvolution final : public Similarity {
 public:
  explicit LightConvolution(const TapSettings& settings) : settings_(settings) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const ConstMatrixView weights = head.parameter("light-convolution.w", 1, settings_.taps, {});
    return taps_term(log_softmax_rows(to_double(weights)), settings_.left);
  }
  bool is_position_free() const override { return false; }

 private:
  TapSettings settings_;
};

const Registered<Similarity> registered{
    {{
         .name = "light-convolution",
         .summary = "a learned weight for each distance near the query, no content",
         .paper = "Wu et al. 2019, Pay less attention with lightweight and dynamic convolutions",
         .formula = "S = ln softmax(w)[j-i+left], w the parameter light-convolution.w",
         .cost = "n·taps·d",
         .settings = tap_settings(),
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<LightConvolution>(read_tap_settings(settings));
     }}};

}  // namespace
}  // namespace attnscope
