// Global tokens ask with queries and keys of their own projections, all others with the ordinary ones. The
// projections start as copies of the ordinary ones.
#include <algorithm>
#include <vector>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class GlobalProjections final : public Similarity {
 public:
  explicit GlobalProjections(std::vector<Index> tokens) : tokens_(std::move(tokens)) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const Fallback identity{.kind = Fallback::Kind::identity};
    const ConstMatrixView query_turn = head.parameter("global.Wq", head.q.cols, head.q.cols, identity);
    const ConstMatrixView key_turn = head.parameter("global.Wk", head.k.cols, head.k.cols, identity);
    std::vector<std::uint8_t> is_global(static_cast<std::size_t>(head.queries()));
    for (const Index token : tokens_) {
      if (token < head.queries()) is_global[static_cast<std::size_t>(token)] = 1;
    }
    return term_by_pair([q = head.q, k = head.k, is_global = std::move(is_global), scale = head.scale(),
                         global_q = product(head.q, query_turn),
                         global_k = product(head.k, key_turn)](Index query, Index key) {
      const bool asks_globally = is_global[static_cast<std::size_t>(query)] != 0;
      return scale *
             (asks_globally ? dot(global_q.row(query), global_k.row(key)) : dot(q.row(query), k.row(key)));
    });
  }
  bool is_position_free() const override { return false; }

 private:
  std::vector<Index> tokens_;
};

const Registered<Similarity> registered{
    {{
         .name = "global-projections",
         .summary = "scaled dot product; global tokens ask through projections of their own",
         .paper = "Beltagy, Peters & Cohan 2020, Longformer: the long-document transformer",
         .formula = "S = (q·Wq)(k·Wk)ᵀ/√d for global queries, parameters global.Wq, .Wk",
         .cost = "n²d",
         .settings = {{.name = "tokens",
                       .type = Setting::Type::integers,
                       .fallback = "0",
                       .most = 1e9,
                       .meaning = "positions of the global tokens"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<GlobalProjections>(settings.integers("tokens"));
     }}};

}  // namespace
}  // namespace attnscope
