// Locality-sensitive hashing with shared queries and keys: tokens sorted by bucket and position are cut into
// chunks, a query sees its own chunk and the one before. Several rounds, joined by their log-sums, are one
// softmax over
//
//   qᵢ·k̂ⱼ + ln(rounds in which j was seen)      k̂ = k/‖k‖
//
// A token sees itself only when it sees nothing else. Later tokens move the borders of the chunks, so that
// there is no causal form in which earlier rows stay as they are.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "attention/dense_operator.hpp"
#include "attention/hashing.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"
#include "core/error.hpp"

namespace attnscope {
namespace {

constexpr double self_score = -5e4;

/// Adds one to seen(query, key) for each pair that this round brings together.
void count_round(std::span<const Index> buckets, Index chunk, DoubleMatrix& seen) {
  std::vector<Index> order(buckets.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [buckets](Index one, Index other) {
    return buckets[static_cast<std::size_t>(one)] < buckets[static_cast<std::size_t>(other)];
  });
  const auto tokens = static_cast<Index>(order.size());
  for (Index place = 0; place < tokens; ++place) {
    const Index own = place / chunk * chunk;
    for (Index other = std::max<Index>(0, own - chunk); other < std::min(own + chunk, tokens); ++other) {
      seen(order[static_cast<std::size_t>(place)], order[static_cast<std::size_t>(other)]) += 1.0;
    }
  }
}

class Reformer final : public Approximator {
 public:
  Reformer(Index chunk, Index rounds) : chunk_(chunk), rounds_(rounds) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  Cost cost(const Sizes& sizes) const override {
    const auto pairs = static_cast<double>(sizes.queries) * 2.0 * static_cast<double>(chunk_ * rounds_);
    return {.flops = 2.0 * pairs * static_cast<double>(sizes.head_size + sizes.value_size),
            .bytes = data_bytes(sizes) + 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    if (head.queries() != head.keys()) {
      throw Error(Error::Kind::usage,
                  "reformer shares queries and keys: expected as many queries as keys, found " +
                      std::to_string(head.queries()) + " and " + std::to_string(head.keys()));
    }
    const Index tokens = head.queries();
    const Index buckets = 2 * std::max<Index>(1, (tokens / chunk_ + 1) / 2);
    DoubleMatrix seen(tokens, tokens);
    for (Index round = 0; round < rounds_; ++round) {
      count_round(hash_rows(head.q, hash_directions(head, round, buckets)), chunk_, seen);
    }
    DoubleMatrix& weights = seen;
    for (Index query = 0; query < tokens; ++query) {
      for (Index key = 0; key < tokens; ++key) {
        const double length = std::sqrt(squared_norm(head.q.row(key)));
        const double score = length > 0.0 ? dot(head.q.row(query), head.q.row(key)) / length : 0.0;
        weights(query, key) = query == key ? self_score : score + std::log(seen(query, key));  // ln 0 hides
      }
      softmax_over(weights.row(query));
    }
    return operator_of(std::move(weights));
  }

 private:
  Index chunk_;  // tokens
  Index rounds_;
};

const Registered<Approximator> registered{
    {{
         .name = "reformer",
         .summary = "hashed and sorted into chunks, queries are the keys",
         .paper = "Kitaev, Kaiser & Levskaya 2020, Reformer: the efficient transformer",
         .formula = "A = softmax(q·k/‖k‖ + ln rounds(i, j)), parameter hash.R.ROUND",
         .cost = "n·chunk·rounds·d + n log n",
         .settings =
             {{.name = "chunk",
               .fallback = "64",
               .least = 1,
               .most = 65536,
               .unit = "tokens",
               .meaning = "tokens in a chunk"},
              {.name = "rounds", .fallback = "1", .least = 1, .most = 1024, .meaning = "hash functions"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Reformer>(settings.integer("chunk"), settings.integer("rounds"));
     }}};

}  // namespace
}  // namespace attnscope
