// A binary tree over the text: a token sees itself, and on each side k nodes of each level, coarser with
// distance. A node's key and value are the means of its tokens, so that its weight is shared by them. The
// nodes cover every token exactly once.
//
//   k = 1, token 5 of 9:   [0 1 2 3] [4] (5) [6] [7] [8]
#include <algorithm>
#include <vector>

#include "attention/dense_operator.hpp"
#include "attention/softmax_over.hpp"

namespace attnscope {
namespace {

struct Span {
  Index first = 0;
  Index last = 0;  ///< not included
};

/// Nodes to the left of `end`, nearest first: at least k of each level, and on until the next level's nodes
/// fit.
void add_left(Index end, Index k, std::vector<Span>& spans) {
  Index size = 1;
  while (end > 0) {
    for (Index count = 0; end > 0 && (count < k || end % (2 * size) != 0); ++count) {
      spans.push_back({end - size, end});
      end -= size;
    }
    size *= 2;
  }
}

/// Nodes from `first` on, nearest first; the last node of the text may be incomplete.
void add_right(Index first, Index tokens, Index k, std::vector<Span>& spans) {
  Index size = 1;
  while (first < tokens) {
    for (Index count = 0; first < tokens && (count < k || first % (2 * size) != 0); ++count) {
      spans.push_back({first, std::min(first + size, tokens)});
      first += size;
    }
    size *= 2;
  }
}

class BpTransformer final : public Approximator {
 public:
  explicit BpTransformer(Index nodes) : nodes_(nodes) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::row_stochastic; }
  bool can_be_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override {
    const double levels = std::log2(1.0 + static_cast<double>(sizes.keys) / static_cast<double>(nodes_));
    const double pairs =
        static_cast<double>(sizes.queries) * (1.0 + 2.0 * static_cast<double>(nodes_) * levels);
    return {.flops = 2.0 * pairs * static_cast<double>(sizes.head_size + sizes.value_size),
            .bytes = 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    DoubleMatrix scores = product_transposed(head.q, head.k);
    DoubleMatrix weights(head.queries(), head.keys());
    for (Index query = 0; query < head.queries(); ++query) {
      const Index own = std::min(query, head.keys() - 1);
      std::vector<Span> spans{{own, own + 1}};
      add_left(own, nodes_, spans);
      if (direction == Direction::both) add_right(own + 1, head.keys(), nodes_, spans);
      std::vector<double> row;
      for (const Span& span : spans) {
        double sum = 0.0;
        for (Index key = span.first; key < span.last; ++key) sum += scores(query, key);
        row.push_back(head.scale() * sum / static_cast<double>(span.last - span.first));
      }
      softmax_over(row);
      for (std::size_t node = 0; node < spans.size(); ++node) {
        for (Index key = spans[node].first; key < spans[node].last; ++key) {
          weights(query, key) = row[node] / static_cast<double>(spans[node].last - spans[node].first);
        }
      }
    }
    return operator_of(std::move(weights));
  }

 private:
  Index nodes_;
};

const Registered<Approximator> registered{
    {{
         .name = "bp-transformer",
         .summary = "a binary tree over the text, coarser with distance",
         .paper = "Ye et al. 2019, BP-Transformer: modelling long-range context via binary partitioning",
         .formula = "A = softmax(q·mean(k of node)/√d), shared equally by the tokens of each node",
         .cost = "n·k·log(n/k)·d",
         .settings = {{.name = "nodes",
                       .fallback = "4",
                       .least = 1,
                       .most = 65536,
                       .unit = "nodes",
                       .meaning = "k: nodes of each level on each side"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<BpTransformer>(settings.integer("nodes"));
     }}};

}  // namespace
}  // namespace attnscope
