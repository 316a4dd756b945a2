// Scores that were learned for pairs of positions and read no word, or a part of them beside the scaled dot
// product.
//
//   S = c·QKᵀ/√d + (1-c)·R
#include "attention/by_pair.hpp"
#include "attention/similarity/learned_length.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class RandomSynthesizer final : public Similarity {
 public:
  RandomSynthesizer(Index longest, double content) : longest_(longest), content_(content) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    require_learned_length("synthesizer-random", head, longest_);
    const ConstMatrixView table = head.parameter("synthesizer.R", longest_, longest_, {});
    const double content_scale = content_ * head.scale();
    return term_by_pair(
        [q = head.q, k = head.k, table, content_scale, rest = 1.0 - content_](Index query, Index key) {
          const double content = content_scale == 0.0 ? 0.0 : content_scale * dot(q.row(query), k.row(key));
          return content + rest * static_cast<double>(table(query, key));
        });
  }
  bool is_position_free() const override { return false; }

 private:
  Index longest_;  // tokens
  double content_;
};

const Registered<Similarity> registered{
    {{
         .name = "synthesizer-random",
         .summary = "a learned table of scores for pairs of positions, no content",
         .paper = "Tay et al. 2021, Synthesizer: rethinking self-attention for transformer models",
         .formula = "S = c·QKᵀ/√d + (1-c)·R, R the parameter synthesizer.R",
         .cost = "n²",
         .settings = {{.name = "longest",
                       .fallback = "512",
                       .least = 1,
                       .most = 8192,
                       .unit = "tokens",
                       .meaning = "rows and columns of the table: the longest text"},
                      {.name = "content",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .most = 1,
                       .meaning = "share c of the scaled dot product; the paper's mixture starts at 0.5"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<RandomSynthesizer>(settings.integer("longest"), settings.real("content"));
     }}};

}  // namespace
}  // namespace attnscope
