// A learned table of scores of low rank: S = R₁R₂ᵀ, no content.
#include "attention/by_pair.hpp"
#include "attention/similarity/learned_length.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class FactorisedSynthesizer final : public Similarity {
 public:
  FactorisedSynthesizer(Index longest, Index rank) : longest_(longest), rank_(rank) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    require_learned_length("synthesizer-factorised", head, longest_);
    const ConstMatrixView left = head.parameter("synthesizer.R1", longest_, rank_, {});
    const ConstMatrixView right = head.parameter("synthesizer.R2", longest_, rank_, {});
    return term_by_pair(
        [left, right](Index query, Index key) { return dot(left.row(query), right.row(key)); });
  }
  bool is_position_free() const override { return false; }

 private:
  Index longest_;  // tokens
  Index rank_;
};

const Registered<Similarity> registered{
    {{
         .name = "synthesizer-factorised",
         .summary = "a learned table of scores of low rank, no content",
         .paper = "Tay et al. 2021, Synthesizer: rethinking self-attention for transformer models",
         .formula = "S = R1·R2ᵀ, parameters synthesizer.R1, .R2",
         .cost = "n²·rank",
         .settings = {{.name = "longest",
                       .fallback = "512",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "rows of both tables: the longest text"},
                      {.name = "rank",
                       .fallback = "8",
                       .least = 1,
                       .most = 4096,
                       .meaning = "columns of both tables"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<FactorisedSynthesizer>(settings.integer("longest"), settings.integer("rank"));
     }}};

}  // namespace
}  // namespace attnscope
