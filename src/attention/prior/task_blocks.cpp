// Blocks on the diagonal that a task embedding has bent, the same for all heads:
//
//   B = blockdiag(A(1+γ) + β)      zero outside the blocks, which hides nothing
#include <string>

#include "attention/by_pair.hpp"

namespace attnscope {
namespace {

class TaskBlocks final : public Prior {
 public:
  explicit TaskBlocks(Index size) : size_(size) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const Fallback zeros{.kind = Fallback::Kind::zeros};
    const ConstMatrixView scale = head.shared_parameter("task.gamma", 1, size_, zeros);
    const ConstMatrixView shift = head.shared_parameter("task.beta", 1, size_, zeros);
    std::vector<ConstMatrixView> blocks;
    for (Index block = 0; block * size_ < head.queries(); ++block) {
      blocks.push_back(head.shared_parameter("task.A." + std::to_string(block), size_, size_, zeros));
    }
    return term_by_pair([=, size = size_](Index query, Index key) {
      if (query / size != key / size) return 0.0;
      const auto block = static_cast<std::size_t>(query / size);
      const Index column = key % size;
      return static_cast<double>(blocks[block](query % size, column)) *
                 (1.0 + static_cast<double>(scale(0, column))) +
             static_cast<double>(shift(0, column));
    });
  }

 private:
  Index size_;  // tokens
};

const Registered<Prior> registered{
    {{
         .name = "task-blocks",
         .summary = "blocks on the diagonal bent by a task embedding",
         .paper = "Pilault, Elhattami & Pal 2021, Conditionally adaptive multi-task learning",
         .formula = "B = blockdiag(A(1+γ)+β), parameters task.A.BLOCK, task.gamma, task.beta",
         .cost = "n²/blocks",
         .settings = {{.name = "size",
                       .fallback = "16",
                       .least = 1,
                       .most = 8192,
                       .unit = "tokens",
                       .meaning = "rows of a block"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Prior> {
       return std::make_unique<TaskBlocks>(settings.integer("size"));
     }}};

}  // namespace
}  // namespace attnscope
