// Softmax with a silent extra key whose score s each head has learned:
//
//   a = e^z / (e^s + Σ e^z)
#include <algorithm>
#include <cmath>

#include "attention/row_by_row.hpp"
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Sink final : public Normaliser {
 public:
  explicit Sink(double logit) : logit_(logit) {}
  MapClass map_class() const override { return MapClass::substochastic; }

  void normalise(DoubleMatrixView rows, Index /*first_query*/, const Head& head) const override {
    const ConstMatrixView learned = head.parameter("sink.logit", 1, 1, {.kind = Fallback::Kind::zeros});
    const double logit = logit_ + static_cast<double>(learned(0, 0));
    row_by_row(rows, [logit](std::span<double> row) {
      const double most = std::max(logit, *std::max_element(row.begin(), row.end()));
      double sum = std::exp(logit - most);
      for (double& score : row) {
        score = std::exp(score - most);
        sum += score;
      }
      for (double& weight : row) weight /= sum;
    });
  }

 private:
  double logit_;
};

const Registered<Normaliser> registered{
    {{
         .name = "sink",
         .summary = "softmax with a learned sink: a query may attend to nothing",
         .paper = "OpenAI 2025, gpt-oss model card",
         .formula = "a = exp(z)/(exp(s)+Σ exp(z))",
         .cost = "n²",
         .settings = {{.name = "logit",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .least = -1e4,
                       .most = 1e4,
                       .meaning = "score s of the sink, added to the parameter sink.logit of the head"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Normaliser> {
       return std::make_unique<Sink>(settings.real("logit"));
     }}};

}  // namespace
}  // namespace attnscope
