// S = 0: every pair alike, so that priors and patterns speak alone.
#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class Uniform final : public Similarity {
 public:
  std::unique_ptr<const Term> prepare(const Head& /*head*/) const override {
    return term_by_pair([](Index, Index) { return 0.0; });
  }
  bool is_symmetric() const override { return true; }
};

const Registered<Similarity> registered{
    {{
         .name = "uniform",
         .summary = "every pair alike: priors and patterns speak alone",
         .paper = "Zhang, Xiong & Su 2018, Accelerating neural transformer via an average attention network",
         .formula = "S = 0",
         .cost = "n²",
     },
     [](const Settings&) -> std::unique_ptr<const Similarity> { return std::make_unique<Uniform>(); }}};

}  // namespace
}  // namespace attnscope
