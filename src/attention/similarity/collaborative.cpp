// All heads share one wide query and key; each head weighs their dimensions by its own mixing vector m:
//
//   S = Q diag(m) Kᵀ/√(D/H)      Q, K: the heads' queries and keys side by side, D wide
#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

/// The matrices of all heads side by side. [rows x their widths together]
DoubleMatrix side_by_side(const std::vector<ConstMatrixView>& heads) {
  Index width = 0;
  for (const ConstMatrixView& head : heads) width += head.cols;
  DoubleMatrix wide(heads.front().rows, width);
  Index first = 0;
  for (const ConstMatrixView& head : heads) {
    for (Index row = 0; row < head.rows; ++row) {
      for (Index col = 0; col < head.cols; ++col)
        wide(row, first + col) = static_cast<double>(head(row, col));
    }
    first += head.cols;
  }
  return wide;
}

class Collaborative final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& head) const override {
    DoubleMatrix queries = side_by_side(head.layer->q);
    const Index heads = head.layer->heads();
    const ConstMatrixView mixing =
        head.shared_parameter("collaborative.m." + std::to_string(head.layer->index), heads, queries.cols(),
                              {.kind = Fallback::Kind::blocks});
    const double scale = 1.0 / std::sqrt(static_cast<double>(queries.cols()) / static_cast<double>(heads));
    for (Index query = 0; query < queries.rows(); ++query) {
      for (Index col = 0; col < queries.cols(); ++col) {
        queries(query, col) *= scale * static_cast<double>(mixing(head.index, col));
      }
    }
    return term_by_pair([queries = std::move(queries), keys = side_by_side(head.layer->k)](
                            Index query, Index key) { return dot(queries.row(query), keys.row(key)); });
  }
  bool is_symmetric() const override { return true; }
};

const Registered<Similarity> registered{
    {{
         .name = "collaborative",
         .summary = "heads share wide queries and keys and weigh their dimensions",
         .paper = "Cordonnier, Loukas & Jaggi 2020, Multi-head attention: collaborate instead of concatenate",
         .formula =
             "S = Q diag(m) Kᵀ/√(D/H), m the head's row of the parameter collaborative.m.LAYER [H x D]",
         .cost = "n²D",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> { return std::make_unique<Collaborative>(); }}};

}  // namespace
}  // namespace attnscope
