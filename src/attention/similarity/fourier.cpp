// The real part of a Fourier transform along the text: every pair meets by position alone, with weights that
// do not depend on any word. With the normaliser `none`.
#include <cmath>
#include <numbers>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Fourier final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const Index keys = head.keys();
    return term_by_pair([keys](Index query, Index key) {
      // The product is reduced first, so that long texts lose no digits.
      const auto turns = static_cast<double>(query * key % keys) / static_cast<double>(keys);
      return std::cos(2.0 * std::numbers::pi * turns);
    });
  }
  bool is_position_free() const override { return false; }
  bool is_symmetric() const override { return true; }
};

const Registered<Similarity> registered{
    {{
         .name = "fourier",
         .summary = "real part of the Fourier transform along the text, no content",
         .paper = "Lee-Thorp et al. 2022, FNet: mixing tokens with Fourier transforms",
         .formula = "S = cos(2πij/n)",
         .cost = "n log n",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> { return std::make_unique<Fourier>(); }}};

}  // namespace
}  // namespace attnscope
