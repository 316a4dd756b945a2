// Informer's ProbSparse: only the queries whose scores differ most from uniform get a row of their own; the
// others take the mean of the values.
//
//   M(q) = max s - mean s, estimated on sampled keys; u = c·⌈ln n⌉ queries with the largest M attend in full
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"
#include "attention/stages.hpp"
#include "attention/vectors.hpp"
#include "core/random.hpp"

namespace attnscope {
namespace {

class ProbSparseOperator final : public Operator {
 public:
  /// rows: the weights of the chosen queries.
  ProbSparseOperator(std::vector<Index> chosen, DoubleMatrix rows, Index queries, bool is_causal)
      : chosen_(std::move(chosen)), rows_(std::move(rows)), queries_(queries), is_causal_(is_causal) {}

  DoubleMatrix apply(ConstDoubleMatrixView v) const override {
    DoubleMatrix output(queries_, v.cols);
    std::vector<double> sums(static_cast<std::size_t>(v.cols));
    Index seen = 0;
    for (Index query = 0; query < queries_; ++query) {
      const Index last = is_causal_ ? std::min(query + 1, v.rows) : v.rows;
      for (; seen < last; ++seen) {
        for (Index col = 0; col < v.cols; ++col) sums[static_cast<std::size_t>(col)] += v(seen, col);
      }
      for (Index col = 0; col < v.cols; ++col) {
        output(query, col) = sums[static_cast<std::size_t>(col)] / static_cast<double>(seen);
      }
    }
    const DoubleMatrix answers = product(rows_, DoubleMatrix(v));
    for (std::size_t place = 0; place < chosen_.size(); ++place) {
      const auto answer = answers.row(static_cast<Index>(place));
      std::copy(answer.begin(), answer.end(), output.row(chosen_[place]).begin());
    }
    return output;
  }

 private:
  std::vector<Index> chosen_;
  DoubleMatrix rows_;
  Index queries_;
  bool is_causal_;
};

class Informer final : public Approximator {
 public:
  Informer(Index factor, std::uint64_t seed) : factor_(factor), seed_(seed) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override {
    const double chosen = static_cast<double>(budget(sizes.queries));
    const double sampled = static_cast<double>(budget(sizes.keys));
    const double keys = static_cast<double>(sizes.keys);
    return {
        .flops = 2.0 * (static_cast<double>(sizes.queries) * sampled * static_cast<double>(sizes.head_size) +
                        chosen * keys * static_cast<double>(sizes.head_size + sizes.value_size)),
        .bytes = data_bytes(sizes) + 8.0 * chosen * keys};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    const bool is_causal = direction == Direction::causal;
    const std::vector<Index> chosen = choose_queries(head, is_causal);
    DoubleMatrix rows(static_cast<Index>(chosen.size()), head.keys());
    for (std::size_t place = 0; place < chosen.size(); ++place) {
      const Index query = chosen[place];
      const auto row = rows.row(static_cast<Index>(place));
      for (Index key = 0; key < head.keys(); ++key) {
        const bool is_hidden = is_causal && key > query;
        row[static_cast<std::size_t>(key)] = is_hidden
                                                 ? -std::numeric_limits<double>::infinity()
                                                 : head.scale() * dot(head.q.row(query), head.k.row(key));
      }
      softmax_over(row);
    }
    return std::make_unique<ProbSparseOperator>(chosen, std::move(rows), head.queries(), is_causal);
  }

 private:
  Index budget(Index n) const {
    const double logarithm = std::ceil(std::log(static_cast<double>(std::max<Index>(n, 2))));
    return std::min(n, factor_ * static_cast<Index>(logarithm));
  }

  std::vector<Index> choose_queries(const Head& head, bool is_causal) const {
    const Index count = budget(head.queries());
    std::vector<Index> order(static_cast<std::size_t>(head.queries()));
    std::iota(order.begin(), order.end(), Index{0});
    if (count == head.queries()) return order;
    std::vector<double> measure(order.size());
    for (const Index query : order)
      measure[static_cast<std::size_t>(query)] = sparsity(head, query, is_causal);
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
      return measure[static_cast<std::size_t>(a)] > measure[static_cast<std::size_t>(b)];
    });
    order.resize(static_cast<std::size_t>(count));
    return order;
  }

  /// Largest minus mean score of sampled keys; the causal form samples only what the query sees.
  double sparsity(const Head& head, Index query, bool is_causal) const {
    const Index visible = is_causal ? std::min(query + 1, head.keys()) : head.keys();
    const Index samples = std::min(budget(head.keys()), visible);
    Random random(seed_for(seed_, "informer" + std::to_string(query)));
    double most = -std::numeric_limits<double>::infinity();
    double sum = 0.0;
    for (Index sample = 0; sample < samples; ++sample) {
      const Index key = samples == visible ? sample : random.below(visible);
      const double score = head.scale() * dot(head.q.row(query), head.k.row(key));
      most = std::max(most, score);
      sum += score;
    }
    return most - sum / static_cast<double>(samples);
  }

  Index factor_;
  std::uint64_t seed_;
};

const Registered<Approximator> registered{
    {{
         .name = "informer",
         .summary = "only the most decided queries attend, the others take the mean (ProbSparse)",
         .paper = "Zhou et al. 2021, Informer: beyond efficient transformer for long sequence forecasting",
         .formula = "top u = c⌈ln n⌉ queries by max s - mean s; other rows 1/n",
         .cost = "n ln n·d",
         .settings =
             {{.name = "factor", .fallback = "5", .least = 1, .most = 1e6, .meaning = "c, in u = c⌈ln n⌉"},
              {.name = "seed", .fallback = "1", .most = 1e9, .meaning = "another sample of keys"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Informer>(settings.integer("factor"),
                                         static_cast<std::uint64_t>(settings.integer("seed")));
     }}};

}  // namespace
}  // namespace attnscope
