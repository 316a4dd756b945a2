// Funnel-Transformer: queries are pooled two by two, keys are not. Shown on the full grid: the queries of a
// pool share its row, as the paper's decoder repeats them.
//
//   A = U · softmax(PQ·Kᵀ/√d),  P means of `stride` queries, U copies them back
#include <algorithm>

#include "attention/product_operator.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Funnel final : public Approximator {
 public:
  Funnel(Index stride, bool keeps_first) : stride_(stride), keeps_first_(keeps_first) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  Cost cost(const Sizes& sizes) const override {
    const double pairs =
        static_cast<double>(sizes.queries) / static_cast<double>(stride_) * static_cast<double>(sizes.keys);
    return {.flops = 2.0 * pairs * static_cast<double>(sizes.head_size + sizes.value_size),
            .bytes = data_bytes(sizes) + 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const Index queries = head.queries();
    DoubleMatrix back(queries, pool_of(queries - 1) + 1);
    for (Index query = 0; query < queries; ++query) back(query, pool_of(query)) = 1.0;
    DoubleMatrix pooled(back.cols(), head.size());
    for (Index pool = 0; pool < back.cols(); ++pool) {
      Index members = 0;
      for (Index query = 0; query < queries; ++query) {
        if (pool_of(query) != pool) continue;
        ++members;
        for (Index col = 0; col < head.size(); ++col)
          pooled(pool, col) += static_cast<double>(head.q(query, col));
      }
      for (double& number : pooled.row(pool)) number /= static_cast<double>(members);
    }
    std::vector<DoubleMatrix> factors;
    factors.push_back(std::move(back));
    factors.push_back(softmax_scores(pooled, to_double(head.k), head.scale()));
    return product_operator(std::move(factors));
  }

 private:
  Index pool_of(Index query) const {
    if (!keeps_first_) return query / stride_;
    return query == 0 ? 0 : 1 + (query - 1) / stride_;  // [CLS] stays apart
  }

  Index stride_;  // tokens
  bool keeps_first_;
};

const Registered<Approximator> registered{
    {{
         .name = "funnel",
         .summary = "queries pooled by means, keys in full (Funnel-Transformer)",
         .paper = "Dai et al. 2020, Funnel-Transformer",
         .formula = "A = U·softmax(PQ·Kᵀ/√d)",
         .cost = "n²d/stride",
         .settings = {{.name = "stride",
                       .fallback = "2",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "queries in a pool"},
                      {.name = "separate-first",
                       .type = Setting::Type::text,
                       .fallback = "yes",
                       .meaning = "the first token keeps a pool of its own",
                       .choices = {"yes", "no"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Funnel>(settings.integer("stride"), settings.text("separate-first") == "yes");
     }}};

}  // namespace
}  // namespace attnscope
