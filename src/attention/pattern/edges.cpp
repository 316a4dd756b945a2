// Given edges of a graph: a query sees itself and the keys that an edge leads to.
#include <algorithm>
#include <string>
#include <vector>

#include "attention/key_lists.hpp"
#include "core/error.hpp"

namespace attnscope {
namespace {

class Edges final : public Pattern {
 public:
  /// pairs: query, key, query, key, …
  explicit Edges(std::vector<Index> pairs) : pairs_(std::move(pairs)) {
    if (pairs_.size() % 2 == 1) {
      throw Error(Error::Kind::usage,
                  "pattern edges: setting 'pairs': expected an even count of positions, found " +
                      std::to_string(pairs_.size()));
    }
  }

  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    KeyLists lists(static_cast<std::size_t>(head.queries()));
    for (Index query = 0; query < std::min(head.queries(), head.keys()); ++query) {
      lists[static_cast<std::size_t>(query)].push_back(query);
    }
    for (std::size_t place = 0; place + 1 < pairs_.size(); place += 2) {
      const bool is_inside = pairs_[place] < head.queries() && pairs_[place + 1] < head.keys();
      if (is_inside) lists[static_cast<std::size_t>(pairs_[place])].push_back(pairs_[place + 1]);
    }
    return mask_of_lists(std::move(lists));
  }

 private:
  std::vector<Index> pairs_;
};

const Registered<Pattern> registered{
    {{
         .name = "edges",
         .summary = "given edges: a query sees itself and the keys that an edge leads to",
         .paper = "Li et al. 2020, SAC: accelerating and structuring self-attention via sparse adaptive "
                  "connection",
         .formula = "i = j or (i, j) an edge",
         .cost = "edges·d",
         .settings = {{.name = "pairs",
                       .type = Setting::Type::integers,
                       .fallback = "0/1",
                       .meaning = "query/key/query/key/… of the edges, from 0"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Pattern> {
       return std::make_unique<Edges>(settings.integers("pairs"));
     }}};

}  // namespace
}  // namespace attnscope
