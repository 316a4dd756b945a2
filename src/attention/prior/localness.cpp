// A bell over the row, whose centre and width the query itself predicts:
//
//   B(i, j) = -(j - P)²/2σ²      P = n·σ(u_p·tanh(W q)), width 2σ = n·σ(u_d·tanh(W q))
#include <cmath>
#include <vector>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

double sigmoid(double logit) {
  return 1.0 / (1.0 + std::exp(-logit));
}

struct Bell {
  double centre = 0.0;  // tokens
  double width = 1.0;   // tokens
};

class Localness final : public Prior {
 public:
  Localness(bool centre_is_query, double sigma) : centre_is_query_(centre_is_query), sigma_(sigma) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    return term_by_pair([bells = predict(head)](Index query, Index key) {
      const Bell& bell = bells[static_cast<std::size_t>(query)];
      const double gap = (static_cast<double>(key) - bell.centre) / bell.width;
      return -gap * gap / 2.0;
    });
  }

 private:
  std::vector<Bell> predict(const Head& head) const {
    const Fallback inward{.spread = 1.0 / std::sqrt(static_cast<double>(head.size()))};
    const ConstMatrixView weights = head.parameter("localness.W", head.size(), head.size(), inward);
    const ConstMatrixView to_centre = head.parameter("localness.up", 1, head.size(), inward);
    const ConstMatrixView to_width = head.parameter("localness.ud", 1, head.size(), inward);
    DoubleMatrix hidden = product_transposed(head.q, weights);
    for (double& unit : hidden.numbers()) unit = std::tanh(unit);
    const DoubleMatrix centre_row = to_double(to_centre);
    const DoubleMatrix width_row = to_double(to_width);
    const auto keys = static_cast<double>(head.keys());
    std::vector<Bell> bells;
    for (Index query = 0; query < head.queries(); ++query) {
      const double learned = keys * sigmoid(dot(hidden.row(query), centre_row.row(0)));
      const double learned_width = keys * sigmoid(dot(hidden.row(query), width_row.row(0))) / 2.0;
      bells.push_back({.centre = centre_is_query_ ? static_cast<double>(query) : learned,
                       .width = sigma_ > 0.0 ? sigma_ : learned_width});
    }
    return bells;
  }

  bool centre_is_query_;
  double sigma_;  // tokens
};

const Registered<Prior> registered{
    {{
         .name = "localness",
         .summary = "a bell over the row whose centre and width the query predicts",
         .paper = "Yang et al. 2018, Modeling localness for self-attention networks",
         .formula = "B = -(j-P)²/2σ², P and 2σ from q by the parameters localness.W, .up, .ud",
         .cost = "n² + nd²",
         .settings = {{.name = "centre",
                       .type = Setting::Type::text,
                       .fallback = "predicted",
                       .meaning = "whether P is predicted or the query's own position",
                       .choices = {"predicted", "query"}},
                      {.name = "sigma",
                       .type = Setting::Type::real,
                       .fallback = "0",
                       .most = 1e9,
                       .unit = "tokens",
                       .meaning = "σ; 0 takes the predicted one"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Prior> {
       return std::make_unique<Localness>(settings.text("centre") == "query", settings.real("sigma"));
     }}};

}  // namespace
}  // namespace attnscope
