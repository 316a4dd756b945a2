// What a query's content says about how far away a key stands:
//
//   B(i, j) = scale · qᵢ · K[row(i - j)]
#include "attention/prior/relative_term.hpp"

namespace attnscope {
namespace {

class ContentToPosition final : public Prior {
 public:
  explicit ContentToPosition(const DistanceBuckets& buckets) : buckets_(buckets) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const ConstMatrixView rows =
        head.parameter("content-to-position.keys", 2 * buckets_.span, head.size(),
                       {.spread = 1.0 / std::sqrt(static_cast<double>(head.size()))});
    return std::make_unique<RelativeTerm>(head, RelativeTerm::Side::query, rows, buckets_);
  }

 private:
  DistanceBuckets buckets_;
};

const Registered<Prior> registered{
    {{
         .name = "content-to-position",
         .summary = "the query's content meets the distance to the key",
         .paper = "He et al. 2021, DeBERTa: decoding-enhanced BERT with disentangled attention",
         .formula = "B = scale·q_i·K[row(i-j)], parameter content-to-position.keys",
         .cost = "nsd + n²",
         .settings = {{.name = "span",
                       .fallback = "256",
                       .least = 1,
                       .most = 65536,
                       .meaning = "half the rows of the parameter"},
                      {.name = "buckets",
                       .fallback = "0",
                       .most = 65536,
                       .meaning = "distances beyond half of it share rows; 0 means that all are apart"},
                      {.name = "distance",
                       .fallback = "512",
                       .least = 2,
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "where the last bucket ends"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Prior> {
       return std::make_unique<ContentToPosition>(DistanceBuckets{.span = settings.integer("span"),
                                                                  .buckets = settings.integer("buckets"),
                                                                  .distance = settings.integer("distance")});
     }}};

}  // namespace
}  // namespace attnscope
