// B(i, j) = -|w(i-j)² + b|: nearby words count more, and with b < 0 the neighbours more than the word itself.
#include <cmath>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class GaussianPrior final : public Prior {
 public:
  GaussianPrior(double w, double b) : w_(w), b_(b) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    return term_by_pair([head, w = w_, b = b_](Index query, Index key) {
      const auto gap = static_cast<double>(head.query_position(query) - head.key_position(key));
      return -std::abs(w * gap * gap + b);
    });
  }

 private:
  double w_;
  double b_;
};

const Registered<Prior> registered{
    {{
         .name = "gaussian-transformer",
         .summary = "a bell around the query's own position",
         .paper = "Guo, Zhang & Liu 2019, Gaussian transformer: a lightweight approach for natural language "
                  "inference",
         .formula = "B = -|w(i-j)² + b|",
         .cost = "n²",
         .settings = {{.name = "w",
                       .type = Setting::Type::real,
                       .fallback = "0.1",
                       .most = 1e6,
                       .meaning = "how fast weights fall with squared distance"},
                      {.name = "b",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .least = -1e6,
                       .most = 0,
                       .meaning = "what the query's own position loses; the peak is at distance √(-b/w)"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Prior> {
       return std::make_unique<GaussianPrior>(settings.real("w"), settings.real("b"));
     }}};

}  // namespace
}  // namespace attnscope
