// What the kernel tests share: every instruction set in turn, and matrices that lie awkwardly in memory.
#pragma once

#include <string>
#include <vector>

#include "attention/kernels/kernels.hpp"
#include "core/random.hpp"
#include "support/catch.hpp"

namespace attnscope {

/// Runs the check under each instruction set of this machine, then goes back to the one that was in use.
template <typename Check>
void under_every_instruction_set(Check check) {
  const std::string before(kernels::instruction_set());
  for (const std::string_view name : kernels::supported_instruction_sets()) {
    INFO("instruction set " << name);
    kernels::use_instruction_set(name);
    check();
  }
  kernels::use_instruction_set(before);
}

/// A matrix whose rows start at odd addresses and lie further apart than they are long; the gaps hold a mark.
class AwkwardMatrix {
 public:
  static constexpr float mark = 12345.0f;

  AwkwardMatrix(Index rows, Index cols) : numbers_(static_cast<std::size_t>(rows * (cols + 3) + 1), mark) {
    view_ = MatrixView(numbers_.data() + 1, rows, cols, cols + 3);
  }
  /// Normal numbers of the given size.
  AwkwardMatrix(Index rows, Index cols, std::uint64_t seed, double size = 1.0) : AwkwardMatrix(rows, cols) {
    Random random(seed);
    for (Index row = 0; row < rows; ++row) {
      for (float& number : view_.row(row)) number = static_cast<float>(size * random.normal());
    }
  }

  AwkwardMatrix(const AwkwardMatrix& other) : numbers_(other.numbers_), view_(other.view_) {
    view_.data = numbers_.data() + 1;
  }
  AwkwardMatrix& operator=(const AwkwardMatrix&) = delete;

  MatrixView view() const { return view_; }
  float& operator()(Index row, Index col) const { return view_(row, col); }
  bool gaps_are_untouched() const {
    bool result = numbers_.front() == mark;
    for (Index row = 0; row < view_.rows; ++row) {
      for (Index gap = 0; gap < 3; ++gap)
        result = result && view_.data[row * view_.stride + view_.cols + gap] == mark;
    }
    return result;
  }

 private:
  std::vector<float> numbers_;
  MatrixView view_;
};

}  // namespace attnscope
