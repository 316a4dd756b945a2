// Twelve independent chains cover the latency of two units of four or five cycles.
#include "bench/peak.hpp"

namespace attnscope::bench {
namespace {

constexpr int chains = 12;

typedef float Vector4 __attribute__((vector_size(16)));
typedef float Vector8 __attribute__((vector_size(32)));
typedef float Vector16 __attribute__((vector_size(64)));

// A macro, because neither a template's target nor the letter of an asm register can be a parameter. The
// first asm hides the operands, so that nothing is computed beforehand; the last keeps the sums.
#define ATTNSCOPE_PEAK(name, Vector, registers, ...)                                                        \
  __VA_ARGS__ double name(long steps) {                                                                     \
    Vector sums[chains];                                                                                    \
    for (int i = 0; i < chains; ++i) sums[i] = Vector{} + 0.001f * static_cast<float>(i);                   \
    Vector factor = Vector{} + 0.999f;                                                                      \
    Vector term = Vector{} + 1e-5f;                                                                         \
    for (long step = 0; step < steps; ++step) {                                                             \
      asm volatile("" : "+" registers(factor), "+" registers(term));                                        \
      _Pragma("GCC unroll 12") for (int i = 0; i < chains; ++i) sums[i] = sums[i] * factor + term;          \
    }                                                                                                       \
    for (int i = 0; i < chains; ++i) asm volatile("" : : "m"(sums[i]));                                     \
    return 2.0 * chains * static_cast<double>(sizeof(Vector) / sizeof(float)) * static_cast<double>(steps); \
  }

#if defined(__x86_64__)
ATTNSCOPE_PEAK(baseline, Vector4, "x")
ATTNSCOPE_PEAK(v3, Vector8, "x", [[gnu::target("avx2,fma")]])
ATTNSCOPE_PEAK(v4, Vector16, "v", [[gnu::target("avx512f,fma")]])
#else
ATTNSCOPE_PEAK(baseline, Vector4, "w")
#endif

}  // namespace

double run_multiply_adds(std::string_view instruction_set, long steps) {
#if defined(__x86_64__)
  if (instruction_set == "v4") return v4(steps);
  if (instruction_set == "v3") return v3(steps);
#endif
  (void)instruction_set;
  return baseline(steps);
}

}  // namespace attnscope::bench
