// S = g·q̂k̂ᵀ with q̂ = q/‖q‖: only the angle counts, and no score is larger than g.
#include <cmath>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Cosine final : public Similarity {
 public:
  explicit Cosine(double gain) : gain_(gain) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    return term_by_pair([q = head.q, k = head.k, gain = gain_](Index query, Index key) {
      const double norms = std::sqrt(squared_norm(q.row(query)) * squared_norm(k.row(key)));
      return norms > 0.0 ? gain * dot(q.row(query), k.row(key)) / norms
                         : 0.0;  // a zero vector is like nothing
    });
  }
  bool is_symmetric() const override { return true; }

 private:
  double gain_;
};

const Registered<Similarity> registered{
    {{
         .name = "cosine",
         .summary = "cosine of the angle between query and key, times a gain",
         .paper = "Henry et al. 2020, Query-key normalization for transformers",
         .formula = "S = g·qᵀk/(‖q‖‖k‖)",
         .cost = "n²d",
         .settings = {{.name = "gain",
                       .type = Setting::Type::real,
                       .fallback = "10",
                       .least = 0,
                       .most = 1000,
                       .meaning = "factor g; the weights of a row differ at most by e^(2g)"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<Cosine>(settings.real("gain"));
     }}};

}  // namespace
}  // namespace attnscope
