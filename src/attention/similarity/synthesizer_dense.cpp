// A query guesses its whole row of scores from itself; the keys are not read.
//
//   S(i, j) = w_j·ReLU(W₁xᵢ + b₁) + b₂(j)
#include <algorithm>

#include "attention/by_pair.hpp"
#include "attention/similarity/learned_length.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class DenseSynthesizer final : public Similarity {
 public:
  explicit DenseSynthesizer(Index longest) : longest_(longest) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    require_learned_length("synthesizer-dense", head, longest_);
    const Index size = head.size();
    const Fallback inward{.spread = 1.0 / std::sqrt(static_cast<double>(size))};
    const Fallback zeros{.kind = Fallback::Kind::zeros};
    const ConstMatrixView first = head.parameter("synthesizer.W1", size, size, inward);
    const ConstMatrixView first_bias = head.parameter("synthesizer.b1", 1, size, zeros);
    const ConstMatrixView second = head.parameter("synthesizer.W2", longest_, size, inward);
    const ConstMatrixView second_bias = head.parameter("synthesizer.b2", 1, longest_, zeros);
    DoubleMatrix hidden = product_transposed(head.q, first);
    for (Index query = 0; query < hidden.rows(); ++query) {
      for (Index unit = 0; unit < size; ++unit) {
        hidden(query, unit) = std::max(0.0, hidden(query, unit) + static_cast<double>(first_bias(0, unit)));
      }
    }
    return term_by_pair([hidden = std::move(hidden), keys = to_double(second.row_range(0, head.keys())),
                         second_bias](Index query, Index key) {
      return dot(hidden.row(query), keys.row(key)) + static_cast<double>(second_bias(0, key));
    });
  }
  bool is_position_free() const override { return false; }

 private:
  Index longest_;  // tokens
};

const Registered<Similarity> registered{
    {{
         .name = "synthesizer-dense",
         .summary = "each query guesses its row of scores from itself alone",
         .paper = "Tay et al. 2021, Synthesizer: rethinking self-attention for transformer models",
         .formula = "S = W2·max(W1·q + b1, 0) + b2, parameters synthesizer.W1, .b1, .W2, .b2",
         .cost = "n²d",
         .settings = {{.name = "longest",
                       .fallback = "512",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "rows of W2: the longest text"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<DenseSynthesizer>(settings.integer("longest"));
     }}};

}  // namespace
}  // namespace attnscope
