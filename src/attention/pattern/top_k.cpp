// Each query keeps the keys of its largest scores; of equal scores the first. It chooses among the keys that
// the rest of an intersection leaves, so that `causal^top-k` chooses among the past.
#include <algorithm>
#include <numeric>
#include <vector>

#include "attention/stages.hpp"

namespace attnscope {
namespace {

class TopKMask final : public Mask {
 public:
  TopKMask(Index keep, Index keys) : keep_(keep), keys_(keys) {}

  void restrict(Index /*query*/, std::span<const float> scores,
                std::span<std::uint8_t> allowed) const override {
    std::vector<std::size_t> visible;
    for (std::size_t key = 0; key < allowed.size(); ++key) {
      if (allowed[key] != 0) visible.push_back(key);
    }
    const auto keep = static_cast<std::size_t>(keep_);
    if (visible.size() <= keep) return;
    const auto better = [scores](std::size_t one, std::size_t other) {
      return scores[one] > scores[other] || (scores[one] == scores[other] && one < other);
    };
    std::nth_element(visible.begin(), visible.begin() + keep_, visible.end(), better);
    for (std::size_t place = keep; place < visible.size(); ++place) allowed[visible[place]] = 0;
  }
  KeyRange range(Index /*query*/) const override { return {0, keys_}; }
  bool reads_scores() const override { return true; }

 private:
  Index keep_;
  Index keys_;
};

class TopK final : public Pattern {
 public:
  explicit TopK(Index keep) : keep_(keep) {}
  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return std::make_unique<TopKMask>(keep_, head.keys());
  }
  Index allowed_pairs(Index n) const override { return n * std::min(keep_, n); }

 private:
  Index keep_;
};

const Registered<Pattern> registered{
    {{
         .name = "top-k",
         .summary = "each query keeps the keys of its largest scores",
         .paper = "Zhao et al. 2019, Explicit sparse transformer: concentrated attention through explicit "
                  "selection",
         .formula = "S(i, j) among the k largest of row i",
         .cost = "n²d",
         .settings =
             {{.name = "keys", .fallback = "4", .least = 1, .unit = "keys", .meaning = "k: keys kept"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<TopK>(settings.integer("keys"));
     }}};

}  // namespace
}  // namespace attnscope
