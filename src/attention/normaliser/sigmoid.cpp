// a = σ(z - ln n): each pair is weighed alone; the keys of a row do not compete.
#include <cmath>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Sigmoid final : public Normaliser {
 public:
  explicit Sigmoid(Index keys) : keys_(keys) {}
  MapClass map_class() const override { return MapClass::non_negative; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& /*head*/) const override {
    const double bias = -std::log(static_cast<double>(keys_ > 0 ? keys_ : rows.cols));
    row_by_row(rows, [bias](std::span<double> row) {
      for (double& score : row) score = 1.0 / (1.0 + std::exp(-score - bias));
    });
  }

 private:
  Index keys_;
};

const Registered<Normaliser> registered{
    {{
         .name = "sigmoid",
         .summary = "each pair weighed alone, shifted so that a row starts near one",
         .paper = "Ramapuram et al. 2024, Theory, analysis, and best practices for sigmoid self-attention",
         .formula = "a = 1/(1+exp(-z+ln n))",
         .cost = "n²",
         .settings = {{.name = "keys",
                       .fallback = "0",
                       .unit = "keys",
                       .meaning = "the n of the bias -ln n; 0 takes the keys of the text"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Normaliser> {
       return std::make_unique<Sigmoid>(settings.integer("keys"));
     }}};

}  // namespace
}  // namespace attnscope
