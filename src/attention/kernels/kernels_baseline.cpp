// The kernels for any machine: SSE2 on x86-64, NEON on 64-bit ARM.
#include "attention/kernels/kernel_table.hpp"

namespace attnscope::kernels {
namespace {
namespace baseline {

constexpr Size lanes = 4;
#if defined(__aarch64__)  // 32 registers
constexpr Size tile_rows = 8;
constexpr Size tile_vectors = 3;
#else  // 16
constexpr Size tile_rows = 4;
constexpr Size tile_vectors = 2;
#endif

#include "attention/kernels/kernels_generic.inc"

}  // namespace baseline
}  // namespace

constinit const KernelTable baseline_kernels = baseline::make_table("baseline");

}  // namespace attnscope::kernels
