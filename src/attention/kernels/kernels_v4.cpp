// The kernels for x86-64-v4 (AVX-512, 32 registers of 16 floats).
#include "attention/kernels/kernel_table.hpp"

namespace attnscope::kernels {
namespace {
namespace v4 {

constexpr Size lanes = 16;
constexpr Size tile_rows = 8;
constexpr Size tile_vectors = 3;

#include "attention/kernels/kernels_generic.inc"

}  // namespace v4
}  // namespace

constinit const KernelTable v4_kernels = v4::make_table("v4");

}  // namespace attnscope::kernels
