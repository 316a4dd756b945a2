// z ← c·tanh(z/c): scores stay between -c and c, their order stays.
#include <cmath>

#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Tanh final : public Cap {
 public:
  explicit Tanh(double limit) : limit_(limit) {}
  double cap(double score) const override { return limit_ * std::tanh(score / limit_); }

 private:
  double limit_;
};

const Registered<Cap> registered{
    {{
         .name = "tanh",
         .summary = "scores bent softly below a limit",
         .paper = "Gemma Team 2024, Gemma 2: improving open language models at a practical size",
         .formula = "z ← c·tanh(z/c)",
         .cost = "n²",
         .settings = {{.name = "limit",
                       .type = Setting::Type::real,
                       .fallback = "50",
                       .least = 1e-3,
                       .most = 1e6,
                       .meaning = "c: the weights of a row differ at most by e^(2c)"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Cap> {
       return std::make_unique<Tanh>(settings.real("limit"));
     }}};

}  // namespace
}  // namespace attnscope
