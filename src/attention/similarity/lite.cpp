// Two branches for two ranges: the first half of the heads attends, the second half convolves near the query.
#include "attention/stages.hpp"

namespace attnscope {
namespace {

class Lite final : public Similarity {
 public:
  explicit Lite(const std::string& convolution)
      : far_(Registry<Similarity>::instance().make("scaled-dot")),
        near_(Registry<Similarity>::instance().make(convolution)) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const bool attends = 2 * head.index < head.layer->heads();
    return attends ? far_->prepare(head) : near_->prepare(head);
  }
  bool is_position_free() const override { return false; }

 private:
  std::unique_ptr<const Similarity> far_;
  std::unique_ptr<const Similarity> near_;
};

const Registered<Similarity> registered{
    {{
         .name = "lite",
         .summary = "half of the heads attend, half are dynamic convolutions",
         .paper = "Wu et al. 2020, Lite transformer with long-short range attention",
         .formula = "scaled-dot for heads below H/2, dynamic-convolution for the others",
         .cost = "n²d/2 + n·taps·d/2",
         .settings = {{.name = "taps",
                       .fallback = "7",
                       .least = 1,
                       .most = 65536,
                       .unit = "tokens",
                       .meaning = "kernel size"},
                      {.name = "left",
                       .fallback = "3",
                       .most = 65535,
                       .unit = "tokens",
                       .meaning = "taps before the query"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<Lite>("dynamic-convolution:" + settings.to_text());
     }}};

}  // namespace
}  // namespace attnscope
