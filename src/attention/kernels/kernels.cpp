// Checks shapes, cuts linear layers into units of fixed size, and calls the table of the instruction set in
// use.
#include "attention/kernels/kernels.hpp"

#include <algorithm>

#include "attention/kernels/kernel_table.hpp"
#include "core/memory.hpp"

namespace attnscope::kernels {

struct PackedAccess {
  static const KernelTable& table(const PackedMatrix& matrix) { return *matrix.table_; }
  static const float* panels(const PackedMatrix& matrix) { return matrix.panels_.get(); }
};

namespace {

// A unit of a linear layer: 64 rows by a few panels is some tens of microseconds of work for common sizes.
constexpr Index rows_per_unit = 64;
constexpr Index panels_per_unit = 4;
// Below this many multiplications waking the workers costs more than they save.
constexpr Index least_parallel_work = 1 << 21;

Source source(ConstMatrixView view) {
  return {view.data, view.rows, view.cols, view.stride};
}
Target target(MatrixView view) {
  return {view.data, view.rows, view.cols, view.stride};
}
Index size_of(std::span<const float> numbers) {
  return static_cast<Index>(numbers.size());
}
const float* data_or_null(std::span<const float> numbers) {
  return numbers.empty() ? nullptr : numbers.data();
}

void multiply(ConstMatrixView x, const PackedMatrix& weights, Finish finish, MatrixView y) {
  assert(x.cols == weights.inputs() && y.rows == x.rows && y.cols == weights.outputs());
  if (y.empty()) return;
  PackedAccess::table(weights).multiply_packed(source(x), PackedAccess::panels(weights), finish, target(y));
}

}  // namespace

PackedMatrix pack(ConstMatrixView weights) {
  PackedMatrix packed;
  packed.table_ = &kernel_table();
  packed.outputs_ = weights.rows;
  packed.inputs_ = weights.cols;
  const Index lanes = packed.table_->lanes;
  const Index padded = (weights.rows + lanes - 1) / lanes * lanes;
  const std::size_t count = static_cast<std::size_t>(padded) * static_cast<std::size_t>(weights.cols);
  const std::shared_ptr<float> panels(static_cast<float*>(allocate_block(count * sizeof(float))), release_block);
  packed.table_->pack(source(weights), panels.get());
  packed.panels_ = panels;
  return packed;
}

void linear(ConstMatrixView x, const PackedMatrix& weights, std::span<const float> bias, MatrixView y) {
  assert(bias.empty() || size_of(bias) == weights.outputs());
  multiply(x, weights, {1.0f, data_or_null(bias)}, y);
}

void linear(ConstMatrixView x, const PackedMatrix& weights, std::span<const float> bias, MatrixView y,
            ThreadPool& pool) {
  assert(x.cols == weights.inputs() && y.rows == x.rows && y.cols == weights.outputs());
  if (pool.threads() == 1 || x.rows * x.cols * y.cols < least_parallel_work)
    return linear(x, weights, bias, y);
  assert(bias.empty() || size_of(bias) == weights.outputs());
  const KernelTable& table = PackedAccess::table(weights);
  // The last unit takes what is left, so that the units' panels are those that were packed.
  const Index outputs_per_unit = panels_per_unit * table.panel_width;
  const Index column_groups = std::max<Index>(1, y.cols / outputs_per_unit);
  const Index row_groups = (x.rows + rows_per_unit - 1) / rows_per_unit;
  // Neighbouring units share their weights, which then stay in the cache.
  pool.run(row_groups * column_groups, [&](Index unit, Index) {
    const Index row = unit % row_groups * rows_per_unit;
    const Index group = unit / row_groups;
    const Index output = group * outputs_per_unit;
    const Index rows = std::min(rows_per_unit, x.rows - row);
    const Index outputs = group + 1 == column_groups ? y.cols - output : outputs_per_unit;
    const float* unit_bias = bias.empty() ? nullptr : bias.data() + output;
    table.multiply_packed(source(x.row_range(row, rows)), PackedAccess::panels(weights) + output * x.cols,
                          {1.0f, unit_bias}, target(y.row_range(row, rows).col_range(output, outputs)));
  });
}

void scores(ConstMatrixView q, ConstMatrixView k, float scale, MatrixView s) {
  assert(q.cols == k.cols && s.rows == q.rows && s.cols == k.rows);
  if (!s.empty()) kernel_table().scores(source(q), source(k), scale, target(s));
}

void scores(ConstMatrixView q, const PackedMatrix& k, float scale, MatrixView s) {
  multiply(q, k, {scale, nullptr}, s);
}

void weighted_sum(ConstMatrixView w, ConstMatrixView v, MatrixView out) {
  assert(w.cols == v.rows && out.rows == w.rows && out.cols == v.cols);
  if (!out.empty()) kernel_table().weighted_sum(source(w), source(v), target(out));
}

void softmax_rows(MatrixView s) {
  kernel_table().softmax_rows(target(s));
}

void layer_norm(ConstMatrixView x, std::span<const float> gain, std::span<const float> bias, float epsilon,
                MatrixView y) {
  assert(y.rows == x.rows && y.cols == x.cols);
  assert(gain.empty() || size_of(gain) == x.cols);
  assert(bias.empty() || size_of(bias) == x.cols);
  kernel_table().layer_norm(source(x), data_or_null(gain), data_or_null(bias), epsilon, target(y));
}

void rms_norm(ConstMatrixView x, std::span<const float> gain, float epsilon, MatrixView y) {
  assert(y.rows == x.rows && y.cols == x.cols);
  assert(gain.empty() || size_of(gain) == x.cols);
  kernel_table().rms_norm(source(x), data_or_null(gain), epsilon, target(y));
}

void exp(std::span<float> x) {
  kernel_table().exp(x.data(), size_of(x));
}
void tanh(std::span<float> x) {
  kernel_table().tanh(x.data(), size_of(x));
}
void relu(std::span<float> x) {
  kernel_table().relu(x.data(), size_of(x));
}
void silu(std::span<float> x) {
  kernel_table().silu(x.data(), size_of(x));
}
void gelu(std::span<float> x) {
  kernel_table().gelu(x.data(), size_of(x));
}
void gelu_tanh(std::span<float> x) {
  kernel_table().gelu_tanh(x.data(), size_of(x));
}

}  // namespace attnscope::kernels
