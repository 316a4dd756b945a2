// S = QKᵀ/√d: the dot product divided by what its spread grows with.
#include "attention/by_pair.hpp"
#include "attention/kernels/kernels.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class ScaledDot final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const double scale = head.scale();
    return term_by_pair([q = head.q, k = head.k, scale](
                            Index query, Index key) { return scale * dot(q.row(query), k.row(key)); },
                        [q = head.q, packed = kernels::pack(head.k), scale](const Tile& tile) {
                          kernels::scores(q.row_range(tile.first_query, tile.scores.rows), packed,
                                          static_cast<float>(scale), tile.scores);
                        });
  }
  bool is_symmetric() const override { return true; }
};

const Registered<Similarity> registered{
    {{
         .name = "scaled-dot",
         .summary = "dot product divided by the root of the head size",
         .paper = "Vaswani et al. 2017, Attention is all you need",
         .formula = "S = QKᵀ/√d",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> { return std::make_unique<ScaledDot>(); }}};

}  // namespace
}  // namespace attnscope
