// A learned number for each head and each range of distances: near distances have their own bucket, far ones
// share buckets that grow like a logarithm.
//
//   B(i, j) = table[bucket(j - i), head]
#include <algorithm>
#include <cmath>
#include <string>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class T5 final : public Prior {
 public:
  T5(Index buckets, Index distance, const std::string& direction)
      : buckets_(buckets), distance_(distance), sees_both_(direction == "both") {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const ConstMatrixView table =
        head.shared_parameter("t5.table", buckets_, head.layer->heads(), {.spread = 1.0});
    return term_by_pair([head, table, this_ = *this](Index query, Index key) {
      const Index bucket = this_.bucket(head.key_position(key) - head.query_position(query));
      return static_cast<double>(table(bucket, head.index));
    });
  }

 private:
  /// Where both directions are seen, keys to the right have the upper half of the buckets. The logarithm is
  /// taken in float, as the published models were trained with.
  Index bucket(Index ahead) const {
    const Index side = sees_both_ ? std::max<Index>(buckets_ / 2, 1) : buckets_;
    const Index first = sees_both_ && ahead > 0 ? std::min(side, buckets_ - 1) : 0;
    const Index distance = sees_both_ ? std::abs(ahead) : std::max<Index>(-ahead, 0);
    const Index exact = side / 2;
    if (distance < exact) return first + distance;
    if (exact == 0) return first;
    const auto nearest = static_cast<float>(exact);
    const float reach = std::log(static_cast<float>(distance_) / nearest);
    const float place =
        std::log(static_cast<float>(distance) / nearest) / reach * static_cast<float>(side - exact);
    return first + std::min(exact + static_cast<Index>(place), side - 1);
  }

  Index buckets_;
  Index distance_;  // tokens
  bool sees_both_;
};

const Registered<Prior> registered{
    {{
         .name = "t5",
         .summary = "a learned number for each range of distances",
         .paper = "Raffel et al. 2020, Exploring the limits of transfer learning with T5",
         .formula = "B = table[bucket(j-i), head], parameter t5.table",
         .cost = "n²",
         .settings = {{.name = "buckets",
                       .fallback = "32",
                       .least = 1,
                       .most = 65536,
                       .meaning = "rows of the table"},
                      {.name = "distance",
                       .fallback = "128",
                       .least = 2,
                       .most = 1e6,
                       .unit = "tokens",
                       .meaning = "farther keys share the last bucket"},
                      {.name = "direction",
                       .type = Setting::Type::text,
                       .fallback = "both",
                       .meaning = "both sides with half the buckets each, or the past with all",
                       .choices = {"both", "past"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Prior> {
       return std::make_unique<T5>(settings.integer("buckets"), settings.integer("distance"),
                                   settings.text("direction"));
     }}};

}  // namespace
}  // namespace attnscope
