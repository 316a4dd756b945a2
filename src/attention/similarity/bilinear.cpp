// S = QWKᵀ: a learned matrix says which direction of a query meets which direction of a key.
#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Bilinear final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const double spread = 1.0 / std::sqrt(static_cast<double>(head.size()));
    const ConstMatrixView weights =
        head.parameter("bilinear.W", head.size(), head.k.cols, {.spread = spread});
    return term_by_pair([turned = product(head.q, weights), k = to_double(head.k)](Index query, Index key) {
      return dot(turned.row(query), k.row(key));
    });
  }
};

const Registered<Similarity> registered{
    {{
         .name = "bilinear",
         .summary = "dot product through a learned matrix",
         .paper = "Luong et al. 2015, Effective approaches to attention-based neural machine translation",
         .formula = "S = QWKᵀ, W the parameter bilinear.W",
         .cost = "n²d + nd²",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> { return std::make_unique<Bilinear>(); }}};

}  // namespace
}  // namespace attnscope
