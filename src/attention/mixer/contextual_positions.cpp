// CoPE: positions are counted by content. A key's position is how many gates open between it and the query,
// and its score gets the query's opinion of that position, interpolated between whole ones.
//
//   p(i, j) = Σ σ(S(i, l)) over j ≤ l ≤ i      S(i, j) ← S(i, j) + qᵢ·e[p(i, j)]
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "attention/stages.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class ContextualPositions final : public Mixer {
 public:
  explicit ContextualPositions(Index positions) : positions_(positions) {}
  Place place() const override { return Place::scores; }

  void mix(LayerMaps& maps, const Layer& layer) const override {
    for (Index index = 0; index < layer.heads(); ++index) {
      const Head head = layer.head(index);
      const Fallback fallback{.spread = 1.0 / std::sqrt(static_cast<double>(head.size()))};
      const ConstMatrixView table = head.parameter("cope.e", positions_, head.size(), fallback);
      const DoubleMatrix opinions = product_transposed(head.q, table);
      DoubleMatrix& scores = maps.heads[static_cast<std::size_t>(index)];
      for (Index query = 0; query < scores.rows(); ++query)
        add_row(scores.row(query), query, opinions.row(query));
    }
  }

 private:
  void add_row(std::span<double> scores, Index query, std::span<const double> opinions) const {
    double position = 0.0;
    for (Index key = std::min(query, static_cast<Index>(scores.size()) - 1); key >= 0; --key) {
      double& score = scores[static_cast<std::size_t>(key)];
      position = std::min(position + 1.0 / (1.0 + std::exp(-score)), static_cast<double>(positions_ - 1));
      const double below = std::floor(position);
      const auto place = static_cast<std::size_t>(below);
      const double above = opinions[std::min(place + 1, opinions.size() - 1)];
      score += opinions[place] + (position - below) * (above - opinions[place]);
    }
  }

  Index positions_;
};

const Registered<Mixer> registered{
    {{
         .name = "contextual-positions",
         .summary = "positions counted by content: how many gates open between key and query (CoPE)",
         .paper = "Golovneva et al. 2024, Contextual position encoding: learning to count what's important",
         .formula =
             "p = Σ 1/(1+exp(-S(i, l))), j ≤ l ≤ i, S(i, j) ← S(i, j) + q·e[p], e the parameter cope.e",
         .cost = "n²",
         .settings = {{.name = "positions",
                       .fallback = "64",
                       .least = 1,
                       .most = 65536,
                       .meaning = "largest count told apart, plus one"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<ContextualPositions>(settings.integer("positions"));
     }}};

}  // namespace
}  // namespace attnscope
