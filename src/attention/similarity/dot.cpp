// S = QKᵀ: how far two vectors point the same way, and how long they are.
#include "attention/by_pair.hpp"
#include "attention/kernels/kernels.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Dot final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& head) const override {
    return term_by_pair(
        [q = head.q, k = head.k](Index query, Index key) { return dot(q.row(query), k.row(key)); },
        [q = head.q, packed = kernels::pack(head.k)](const Tile& tile) {
          kernels::scores(q.row_range(tile.first_query, tile.scores.rows), packed, 1.0F, tile.scores);
        });
  }
  bool is_symmetric() const override { return true; }
};

const Registered<Similarity> registered{
    {{
         .name = "dot",
         .summary = "dot product of query and key",
         .paper = "Luong et al. 2015, Effective approaches to attention-based neural machine translation",
         .formula = "S = QKᵀ",
         .cost = "n²d",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> { return std::make_unique<Dot>(); }}};

}  // namespace
}  // namespace attnscope
