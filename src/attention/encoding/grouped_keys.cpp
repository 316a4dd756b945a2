// Heads in groups share one key: the mean of the group's keys, as a model of many key heads is turned into
// one of few.
#include <algorithm>
#include <string>

#include "attention/stages.hpp"

namespace attnscope {
namespace {

class GroupedKeys final : public Encoding {
 public:
  GroupedKeys(Index groups, bool is_tiled) : groups_(groups), is_tiled_(is_tiled) {}

  void encode(MatrixView /*q*/, MatrixView k, const Head& head) const override {
    const Index heads = head.layer->heads();
    const Index groups = std::min(groups_, heads);
    const auto group_of = [=, this](Index index) {
      return is_tiled_ ? index % groups : index * groups / heads;
    };
    Index members = 0;
    DoubleMatrix sum(k.rows, k.cols);
    for (Index other = 0; other < heads; ++other) {
      if (group_of(other) != group_of(head.index)) continue;
      ++members;
      const ConstMatrixView keys = head.layer->k[static_cast<std::size_t>(other)];
      for (Index row = 0; row < k.rows; ++row) {
        for (Index col = 0; col < k.cols; ++col) sum(row, col) += static_cast<double>(keys(row, col));
      }
    }
    for (Index row = 0; row < k.rows; ++row) {
      for (Index col = 0; col < k.cols; ++col) {
        k(row, col) = static_cast<float>(sum(row, col) / static_cast<double>(members));
      }
    }
  }

 private:
  Index groups_;
  bool is_tiled_;
};

const Registered<Encoding> registered{
    {{
         .name = "grouped-keys",
         .summary = "heads in groups share the mean of their keys (GQA; one group is MQA)",
         .paper = "Ainslie et al. 2023, GQA: training generalized multi-query transformer models",
         .formula = "k[h] ← mean of k[g] over heads g of the same group",
         .cost = "nd; the cache shrinks to groups/H",
         .settings = {{.name = "groups",
                       .fallback = "1",
                       .least = 1,
                       .most = 65536,
                       .unit = "groups",
                       .meaning = "key heads; 1 is multi-query, as many as heads changes nothing"},
                      {.name = "members",
                       .type = Setting::Type::text,
                       .fallback = "neighbours",
                       .meaning = "which heads share: neighbouring ones, or every groups-th",
                       .choices = {"neighbours", "tiled"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Encoding> {
       return std::make_unique<GroupedKeys>(settings.integer("groups"), settings.text("members") == "tiled");
     }}};

}  // namespace
}  // namespace attnscope
