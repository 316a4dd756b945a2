// The most multiplications and additions per second that one core can do: what kernels are measured against.
#pragma once

#include <string_view>

namespace attnscope::bench {

/// Runs chains of multiply-adds that nothing but the arithmetic units holds up, in the vectors of an
/// instruction set. Returns the operations done, a multiply and an add as two.
double run_multiply_adds(std::string_view instruction_set, long steps);

}  // namespace attnscope::bench
