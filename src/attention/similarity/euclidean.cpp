// S = -‖q-k‖: distance itself, so that weights fall as a Laplace kernel does.
#include <cmath>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Euclidean final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& head) const override {
    return term_by_pair([q = head.q, k = head.k](Index query, Index key) {
      return -std::sqrt(squared_distance(q.row(query), k.row(key)));
    });
  }
  bool is_symmetric() const override { return true; }
};

const Registered<Similarity> registered{
    {{
         .name = "euclidean",
         .summary = "distance of query and key, negated (Laplace kernel)",
         .paper = "Tsai et al. 2019, Transformer dissection: attention via the lens of kernel",
         .formula = "S = -‖q-k‖",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> { return std::make_unique<Euclidean>(); }}};

}  // namespace
}  // namespace attnscope
