// A small indexer with heads of its own looks over the past, and every head sees the k keys that it liked
// best:
//
//   I(i, j) = Σ_h w_h(i)·ReLU(q^I_h(i)·k^I(j))
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "attention/key_lists.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

class Indexer final : public Pattern {
 public:
  Indexer(Index keep, Index heads, Index size) : keep_(keep), heads_(heads), size_(size) {}
  bool is_causal() const override { return true; }
  Index allowed_pairs(Index n) const override {
    const Index kept = std::min(keep_, n);
    return kept * (kept + 1) / 2 + (n - kept) * kept;
  }

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    const DoubleMatrix index = index_scores(head);
    KeyLists lists;
    for (Index query = 0; query < head.queries(); ++query) {
      const std::span<const double> liking = index.row(query);
      std::vector<Index> past(static_cast<std::size_t>(std::min(query + 1, head.keys())));
      std::iota(past.begin(), past.end(), Index{0});
      std::stable_sort(past.begin(), past.end(), [liking](Index one, Index other) {
        return liking[static_cast<std::size_t>(one)] > liking[static_cast<std::size_t>(other)];
      });
      past.resize(std::min(past.size(), static_cast<std::size_t>(keep_)));
      lists.push_back(std::move(past));
    }
    return mask_of_lists(std::move(lists));
  }

 private:
  DoubleMatrix index_scores(const Head& head) const {
    const ConstMatrixView query_input = head.query_input();
    const ConstMatrixView key_input = head.key_input();
    const std::string layer = "." + std::to_string(head.layer->index);
    const auto inward = [](Index width) {
      return Fallback{.spread = 1.0 / std::sqrt(static_cast<double>(width))};
    };
    const DoubleMatrix q =
        product_transposed(query_input, head.shared_parameter("indexer.Wq" + layer, heads_ * size_,
                                                              query_input.cols, inward(query_input.cols)));
    const DoubleMatrix k = product_transposed(
        key_input,
        head.shared_parameter("indexer.Wk" + layer, size_, key_input.cols, inward(key_input.cols)));
    const DoubleMatrix weights = product_transposed(
        query_input,
        head.shared_parameter("indexer.Ww" + layer, heads_, query_input.cols, inward(query_input.cols)));
    DoubleMatrix index(head.queries(), head.keys());
    const auto size = static_cast<std::size_t>(size_);
    for (Index query = 0; query < head.queries(); ++query) {
      for (Index key = 0; key < std::min(query + 1, head.keys()); ++key) {
        for (Index one = 0; one < heads_; ++one) {
          const std::span<const double> part =
              q.row(query).subspan(static_cast<std::size_t>(one * size_), size);
          index(query, key) += weights(query, one) * std::max(0.0, dot(part, k.row(key)));
        }
      }
    }
    return index;
  }

  Index keep_;
  Index heads_;
  Index size_;
};

const Registered<Pattern> registered{
    {{
         .name = "indexer",
         .summary = "a small indexer picks the keys that all heads see",
         .paper = "DeepSeek-AI 2025, DeepSeek-V3.2: boosting long-context efficiency with sparse attention",
         .formula =
             "j among the k largest of I(i, ·), I = Σ w·max(q·k, 0), parameters indexer.Wq, .Wk, .Ww .LAYER",
         .cost = "n·k·d + n²·heads·size",
         .settings =
             {{.name = "keep", .fallback = "2048", .least = 1, .unit = "keys", .meaning = "k: keys seen"},
              {.name = "heads", .fallback = "4", .least = 1, .most = 1024, .meaning = "heads of the indexer"},
              {.name = "size",
               .fallback = "32",
               .least = 1,
               .most = 4096,
               .meaning = "numbers in each of its heads"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Indexer>(settings.integer("keep"), settings.integer("heads"),
                                        settings.integer("size"));
     }}};

}  // namespace
}  // namespace attnscope
