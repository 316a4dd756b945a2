// Three terms of four: content meets content, content meets distance, distance meets content.
//
//   S(i, j) = (qᵢ·kⱼ + qᵢ·K[i-j] + kⱼ·Q[i-j])/√3d      the distance i-j clipped
//
// The paper writes the last distance as j-i; the published models read both tables at i-j.
#include <algorithm>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Deberta final : public Similarity {
 public:
  explicit Deberta(Index reach) : reach_(reach) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const Fallback fallback{.spread = 1.0 / std::sqrt(static_cast<double>(head.size()))};
    const ConstMatrixView keys = head.parameter("deberta.keys", 2 * reach_, head.size(), fallback);
    const ConstMatrixView queries = head.parameter("deberta.queries", 2 * reach_, head.size(), fallback);
    const double scale = head.scale() / std::sqrt(3.0);
    return term_by_pair([head, keys, queries, scale, reach = reach_](Index query, Index key) {
      const Index distance = head.query_position(query) - head.key_position(key);
      const Index row = std::clamp(distance + reach, Index{0}, 2 * reach - 1);
      const std::span<const float> q = head.q.row(query);
      const std::span<const float> k = head.k.row(key);
      return scale * (dot(q, k) + dot(q, keys.row(row)) + dot(k, queries.row(row)));
    });
  }
  bool is_position_free() const override { return false; }

 private:
  Index reach_;  // tokens
};

const Registered<Similarity> registered{
    {{
         .name = "deberta",
         .summary = "content with content, content with distance, distance with content",
         .paper = "He et al. 2021, DeBERTa: decoding-enhanced BERT with disentangled attention",
         .formula = "S = (q·k + q·K[i-j] + k·Q[i-j])/√3d, parameters deberta.keys, .queries",
         .cost = "3n²d",
         .settings = {{.name = "reach",
                       .fallback = "512",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "half the number of distances told apart"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<Deberta>(settings.integer("reach"));
     }}};

}  // namespace
}  // namespace attnscope
