// The arithmetic that everything heavy goes through: products, softmax, norms, activations. Each instruction
// set has its own copy, chosen at run time; within one instruction set results are bit-identical for any
// number of threads.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"
#include "core/parallel.hpp"

namespace attnscope::kernels {

struct KernelTable;

/// The instruction set in use: "baseline", or on x86-64 "v3" (AVX2, FMA) or "v4" (AVX-512). The best that the
/// machine has, unless ATTNSCOPE_ISA or use_instruction_set says otherwise. Throws: Error(usage) when
/// ATTNSCOPE_ISA names none that this machine has.
std::string_view instruction_set();
/// Those this machine can run, slowest first.
std::vector<std::string_view> supported_instruction_sets();
/// Call it before other threads compute. Throws: Error(usage) when the name is unknown or the machine cannot
/// run it.
void use_instruction_set(std::string_view name);

/// A matrix laid out for the product kernels: the weights of a linear layer, or the keys of a head. [outputs
/// x inputs]
class PackedMatrix {
 public:
  PackedMatrix() = default;
  Index outputs() const { return outputs_; }
  Index inputs() const { return inputs_; }

 private:
  friend PackedMatrix pack(ConstMatrixView weights);
  friend struct PackedAccess;

  std::shared_ptr<const float> panels_;  // never changed, so that copies may share it
  Index outputs_ = 0;
  Index inputs_ = 0;
  const KernelTable* table_ = nullptr;  // the layout belongs to the instruction set it was packed for
};

/// weights: [outputs x inputs]
PackedMatrix pack(ConstMatrixView weights);

/// y = x · Wᵀ + b. x: [rows x inputs], bias: outputs numbers or none, y: [rows x outputs].
void linear(ConstMatrixView x, const PackedMatrix& weights, std::span<const float> bias, MatrixView y,
            ThreadPool& pool);
/// The same in the calling thread.
void linear(ConstMatrixView x, const PackedMatrix& weights, std::span<const float> bias, MatrixView y);

/// s = scale · q · kᵀ. q: [queries x head_size], k: [keys x head_size], s: [queries x keys]. In the calling
/// thread.
void scores(ConstMatrixView q, ConstMatrixView k, float scale, MatrixView s);
/// The same with keys that were packed once, for callers that go through the queries in small groups.
void scores(ConstMatrixView q, const PackedMatrix& k, float scale, MatrixView s);

/// out = w · v. w: [queries x keys], v: [keys x value_size], out: [queries x value_size]. In the calling
/// thread.
void weighted_sum(ConstMatrixView w, ConstMatrixView v, MatrixView out);

/// Each row becomes exp(s - max) / sum, in place. -infinity becomes 0, a row of nothing else becomes zeros; a
/// row with a NaN or +infinity becomes NaN. Weights below 1.7e-38 of the largest become 0.
void softmax_rows(MatrixView s);

/// y = (x - mean) / sqrt(variance + epsilon) · gain + bias, row by row; gain and bias hold cols numbers or
/// none. y may be x.
void layer_norm(ConstMatrixView x, std::span<const float> gain, std::span<const float> bias, float epsilon,
                MatrixView y);
/// y = x / sqrt(mean(x²) + epsilon) · gain, row by row. y may be x.
void rms_norm(ConstMatrixView x, std::span<const float> gain, float epsilon, MatrixView y);

/// In place, each within a few units in the last place of the exact value; denormal results and infinities
/// are right.
void exp(std::span<float> x);
void tanh(std::span<float> x);
void relu(std::span<float> x);
/// x / (1 + exp(-x))
void silu(std::span<float> x);
/// x · Φ(x), Φ the normal distribution (the erf form)
void gelu(std::span<float> x);
/// x/2 · (1 + tanh(√(2/π) (x + 0.044715 x³)))
void gelu_tanh(std::span<float> x);

}  // namespace attnscope::kernels
