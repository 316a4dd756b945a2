// Memory-compressed attention: keys and values pass a strided convolution before the queries see them. With
// one weight a tap the map is P·F; a learned null key takes what no other key wants.
//
//   A = softmax(Q[∅; FK]ᵀ/√d)[1…] · F
#include <limits>

#include "attention/product_operator.hpp"
#include "attention/recipe_cost.hpp"
#include "attention/softmax_over.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class MemoryCompressed final : public Approximator {
 public:
  MemoryCompressed(Index factor, bool has_null) : factor_(factor), has_null_(has_null) {}
  MapClass map_class(Direction /*direction*/) const override {
    return has_null_ ? MapClass::substochastic : MapClass::row_stochastic;
  }
  bool can_be_causal() const override { return has_null_; }  // early queries see no complete block
  Cost cost(const Sizes& sizes) const override {
    const Sizes shorter{.queries = sizes.queries,
                        .keys = (sizes.keys + factor_ - 1) / factor_,
                        .head_size = sizes.head_size,
                        .value_size = sizes.value_size};
    const double pairs = static_cast<double>(shorter.queries) * static_cast<double>(shorter.keys);
    const double width = static_cast<double>(sizes.head_size + sizes.value_size);
    return {.flops = 2.0 * pairs * width + 2.0 * static_cast<double>(sizes.keys) * width,
            .bytes = data_bytes(sizes) + 8.0 * pairs};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const override {
    DoubleMatrix f = taps(head);
    const DoubleMatrix keys = product(f, to_double(head.k));
    DoubleMatrix scores = product_transposed(to_double(head.q), keys);
    const DoubleMatrix null_key =
        to_double(head.parameter("memory-compressed.null", 1, head.size(), {.kind = Fallback::Kind::zeros}));
    DoubleMatrix weights(head.queries(), keys.rows());
    std::vector<double> row(static_cast<std::size_t>(keys.rows() + 1));
    for (Index query = 0; query < head.queries(); ++query) {
      double null_score = 0.0;
      for (Index col = 0; col < head.size(); ++col)
        null_score += static_cast<double>(head.q(query, col)) * null_key(0, col);
      row[0] = has_null_ ? head.scale() * null_score : -std::numeric_limits<double>::infinity();
      for (Index block = 0; block < keys.rows(); ++block) {
        const Index last = std::min((block + 1) * factor_, head.keys()) - 1;  // seen once it is complete
        const bool is_hidden = direction == Direction::causal && last > query;
        row[static_cast<std::size_t>(block + 1)] =
            is_hidden ? -std::numeric_limits<double>::infinity() : head.scale() * scores(query, block);
      }
      softmax_over(row);
      for (Index block = 0; block < keys.rows(); ++block)
        weights(query, block) = row[static_cast<std::size_t>(block + 1)];
    }
    std::vector<DoubleMatrix> factors;
    factors.push_back(std::move(weights));
    factors.push_back(std::move(f));
    return product_operator(std::move(factors));
  }

 private:
  /// One tap for each place in a block, 1/factor where none is given; the last block may be shorter and is a
  /// mean too.
  DoubleMatrix taps(const Head& head) const {
    const Index blocks = (head.keys() + factor_ - 1) / factor_;
    DoubleMatrix f(blocks, head.keys());
    const bool is_given =
        head.layer->parameters != nullptr && head.layer->parameters->has("memory-compressed.taps");
    for (Index key = 0; key < head.keys(); ++key) {
      const Index block = key / factor_;
      const Index size = std::min(factor_, head.keys() - block * factor_);
      f(block, key) = is_given ? static_cast<double>(head.shared_parameter("memory-compressed.taps", 1,
                                                                           factor_, {})(0, key % factor_))
                               : 1.0 / static_cast<double>(size);
    }
    return f;
  }

  Index factor_;  // tokens
  bool has_null_;
};

const Registered<Approximator> registered{
    {{
         .name = "memory-compressed",
         .summary = "keys and values shortened by a strided convolution, with a null key",
         .paper = "Liu et al. 2018, Generating Wikipedia by summarizing long sequences",
         .formula = "A = softmax(Q[∅; FK]ᵀ/√d)·F",
         .cost = "n²d/factor",
         .settings = {{.name = "factor",
                       .fallback = "3",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "keys in a block"},
                      {.name = "null",
                       .type = Setting::Type::text,
                       .fallback = "yes",
                       .meaning = "whether there is a null key",
                       .choices = {"yes", "no"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<MemoryCompressed>(settings.integer("factor"), settings.text("null") == "yes");
     }}};

}  // namespace
}  // namespace attnscope
