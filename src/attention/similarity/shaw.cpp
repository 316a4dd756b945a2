// S(i, j) = qᵢ·(kⱼ + r)/√d with r learned for the distance j-i, one for all distances beyond the reach.
#include <algorithm>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Shaw final : public Similarity {
 public:
  explicit Shaw(Index reach) : reach_(reach) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const double spread = 1.0 / std::sqrt(static_cast<double>(head.size()));
    const ConstMatrixView table =
        head.parameter("shaw.keys", 2 * reach_ + 1, head.size(), {.spread = spread});
    return term_by_pair([head, table, reach = reach_, scale = head.scale()](Index query, Index key) {
      const Index distance = std::clamp(head.key_position(key) - head.query_position(query), -reach, reach);
      const std::span<const float> q = head.q.row(query);
      return scale * (dot(q, head.k.row(key)) + dot(q, table.row(distance + reach)));
    });
  }
  bool is_position_free() const override { return false; }

 private:
  Index reach_;  // tokens
};

const Registered<Similarity> registered{
    {{
         .name = "shaw",
         .summary = "scaled dot product with a learned key for each distance",
         .paper = "Shaw, Uszkoreit & Vaswani 2018, Self-attention with relative position representations",
         .formula = "S = q·(k + r[j-i])/√d, r the parameter shaw.keys",
         .cost = "n²d",
         .settings = {{.name = "reach",
                       .fallback = "16",
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "largest distance told apart"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<Shaw>(settings.integer("reach"));
     }}};

}  // namespace
}  // namespace attnscope
