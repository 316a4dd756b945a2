// Words meet words and places meet places, never each other:
//
//   S(i, j) = (qᵢ·kⱼ + p(i)·r(j))/√2d
#include "attention/by_pair.hpp"
#include "attention/similarity/learned_length.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Tupe final : public Similarity {
 public:
  explicit Tupe(Index longest) : longest_(longest) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    require_learned_length("tupe", head, longest_);
    const ConstMatrixView query_places = head.parameter("tupe.queries", longest_, head.size(), {});
    const ConstMatrixView key_places = head.parameter("tupe.keys", longest_, head.size(), {});
    const double scale = head.scale() / std::sqrt(2.0);
    return term_by_pair([q = head.q, k = head.k, query_places, key_places, scale](Index query, Index key) {
      return scale * (dot(q.row(query), k.row(key)) + dot(query_places.row(query), key_places.row(key)));
    });
  }
  bool is_position_free() const override { return false; }

 private:
  Index longest_;  // tokens
};

const Registered<Similarity> registered{
    {{
         .name = "tupe",
         .summary = "words meet words and places meet places, untied",
         .paper = "Ke, He & Liu 2021, Rethinking positional encoding in language pre-training",
         .formula = "S = (q·k + p[i]·r[j])/√2d, parameters tupe.queries (p), tupe.keys (r)",
         .cost = "2n²d",
         .settings = {{.name = "longest",
                       .fallback = "512",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "rows of the learned tables"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<Tupe>(settings.integer("longest"));
     }}};

}  // namespace
}  // namespace attnscope
