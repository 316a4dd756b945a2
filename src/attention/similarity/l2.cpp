// S = -‖q-k‖²/√d: with one projection for both, a map whose steepness is bounded.
#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class SquaredDistance final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& head) const override {
    return term_by_pair([q = head.q, k = head.k, scale = head.scale()](Index query, Index key) {
      return -scale * squared_distance(q.row(query), k.row(key));
    });
  }
  bool is_symmetric() const override { return true; }
};

const Registered<Similarity> registered{
    {{
         .name = "l2",
         .summary = "squared distance of query and key, negated and scaled",
         .paper = "Kim, Papamakarios & Mnih 2021, The Lipschitz constant of self-attention",
         .formula = "S = -‖q-k‖²/√d",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> {
       return std::make_unique<SquaredDistance>();
     }}};

}  // namespace
}  // namespace attnscope
