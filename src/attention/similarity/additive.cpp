// S(i, j) = vᵀ tanh(W_q qᵢ + W_k kⱼ + b): a small network looks at query and key together.
#include <cmath>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Additive final : public Similarity {
 public:
  explicit Additive(Index units) : units_(units) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const Index units = units_ > 0 ? units_ : head.size();
    const auto inward = [](Index size) {
      return Fallback{.spread = 1.0 / std::sqrt(static_cast<double>(size))};
    };
    const ConstMatrixView query_weights =
        head.parameter("additive.Wq", units, head.q.cols, inward(head.q.cols));
    const ConstMatrixView key_weights =
        head.parameter("additive.Wk", units, head.k.cols, inward(head.k.cols));
    const ConstMatrixView bias = head.parameter("additive.b", 1, units, {.kind = Fallback::Kind::zeros});
    const ConstMatrixView readout = head.parameter("additive.v", 1, units, inward(1));
    DoubleMatrix queries = product_transposed(head.q, query_weights);
    for (Index query = 0; query < queries.rows(); ++query) {
      for (Index unit = 0; unit < units; ++unit) queries(query, unit) += static_cast<double>(bias(0, unit));
    }
    return term_by_pair([queries = std::move(queries), keys = product_transposed(head.k, key_weights),
                         readout = to_double(readout)](Index query, Index key) {
      double sum = 0.0;
      for (Index unit = 0; unit < readout.cols(); ++unit) {
        sum += readout(0, unit) * std::tanh(queries(query, unit) + keys(key, unit));
      }
      return sum;
    });
  }

 private:
  Index units_;
};

const Registered<Similarity> registered{
    {{
         .name = "additive",
         .summary = "a small network looks at query and key together",
         .paper =
             "Bahdanau et al. 2015, Neural machine translation by jointly learning to align and translate",
         .formula = "S = vᵀ tanh(Wq·q + Wk·k + b), parameters additive.Wq, .Wk, .b, .v",
         .cost = "n²·units",
         .settings = {{.name = "units",
                       .fallback = "0",
                       .most = 65536,
                       .meaning = "hidden units; 0 takes the head size"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<Additive>(settings.integer("units"));
     }}};

}  // namespace
}  // namespace attnscope
