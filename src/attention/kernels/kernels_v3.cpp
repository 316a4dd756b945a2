// The kernels for x86-64-v3 (AVX2 and FMA, 16 registers of 8 floats).
#include "attention/kernels/kernel_table.hpp"

namespace attnscope::kernels {
namespace {
namespace v3 {

constexpr Size lanes = 8;
constexpr Size tile_rows = 4;
constexpr Size tile_vectors = 3;

#include "attention/kernels/kernels_generic.inc"

}  // namespace v3
}  // namespace

constinit const KernelTable v3_kernels = v3::make_table("v3");

}  // namespace attnscope::kernels
