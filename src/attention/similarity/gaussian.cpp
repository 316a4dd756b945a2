// S = -‖q-k‖²/2σ²: nearness. It equals the dot product over σ² less half the squared length of the key.
#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Gaussian final : public Similarity {
 public:
  explicit Gaussian(double sigma) : sigma_(sigma) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const double variance = sigma_ > 0.0 ? sigma_ * sigma_ : 1.0 / head.scale();
    return term_by_pair([q = head.q, k = head.k, variance](Index query, Index key) {
      return -squared_distance(q.row(query), k.row(key)) / (2.0 * variance);
    });
  }
  bool is_symmetric() const override { return true; }

 private:
  double sigma_;
};

const Registered<Similarity> registered{
    {{
         .name = "gaussian",
         .summary = "nearness of query and key (RBF kernel)",
         .paper = "Nadaraya 1964 and Watson 1964, kernel regression",
         .formula = "S = -‖q-k‖²/2σ²",
         .cost = "n²d",
         .settings =
             {{.name = "sigma",
               .type = Setting::Type::real,
               .fallback = "0",
               .most = 1e6,
               .meaning =
                   "width σ; 0 takes the fourth root of the head size, which scales as scaled-dot does"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<Gaussian>(settings.real("sigma"));
     }}};

}  // namespace
}  // namespace attnscope
