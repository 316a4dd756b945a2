// Row-major matrices of float: one that owns its numbers and two views that only look.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "core/memory.hpp"

namespace attnscope {

/// Every size and position in the program.
using Index = std::ptrdiff_t;

/// A rectangle of numbers in somebody else's memory; rows lie `stride` numbers apart.
template <typename Number>
struct BasicMatrixView {
  Number* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = 0;

  BasicMatrixView() = default;
  BasicMatrixView(Number* first, Index row_count, Index col_count)
      : data(first), rows(row_count), cols(col_count), stride(col_count) {}
  BasicMatrixView(Number* first, Index row_count, Index col_count, Index row_stride)
      : data(first), rows(row_count), cols(col_count), stride(row_stride) {}
  /// A view that may write becomes one that only reads.
  template <typename Other>
    requires(std::is_const_v<Number> && std::is_same_v<Other, std::remove_const_t<Number>>)
  BasicMatrixView(const BasicMatrixView<Other>& other)
      : data(other.data), rows(other.rows), cols(other.cols), stride(other.stride) {}

  bool empty() const { return rows == 0 || cols == 0; }
  Number& operator()(Index row, Index col) const {
    assert(row >= 0 && row < rows && col >= 0 && col < cols);
    return data[row * stride + col];
  }
  std::span<Number> row(Index index) const {
    assert(index >= 0 && index < rows);
    return {data + index * stride, static_cast<std::size_t>(cols)};
  }
  BasicMatrixView row_range(Index first, Index count) const {
    assert(first >= 0 && count >= 0 && first + count <= rows);
    return {data + first * stride, count, cols, stride};
  }
  BasicMatrixView col_range(Index first, Index count) const {
    assert(first >= 0 && count >= 0 && first + count <= cols);
    return {data + first, rows, count, stride};
  }
};

using MatrixView = BasicMatrixView<float>;
using ConstMatrixView = BasicMatrixView<const float>;
using DoubleMatrixView = BasicMatrixView<double>;
using ConstDoubleMatrixView = BasicMatrixView<const double>;

/// A matrix that owns its numbers, zero at first. [rows x cols], rows without gaps.
template <typename Number>
class BasicMatrix {
 public:
  BasicMatrix() = default;
  BasicMatrix(Index rows, Index cols)
      : numbers_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols)), rows_(rows), cols_(cols) {}
  explicit BasicMatrix(BasicMatrixView<const Number> other) : BasicMatrix(other.rows, other.cols) {
    for (Index row = 0; row < rows_; ++row) {
      for (Index col = 0; col < cols_; ++col) (*this)(row, col) = other(row, col);
    }
  }

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index size() const { return rows_ * cols_; }
  bool empty() const { return numbers_.empty(); }
  Number* data() { return numbers_.data(); }
  const Number* data() const { return numbers_.data(); }
  std::span<Number> numbers() { return numbers_; }
  std::span<const Number> numbers() const { return numbers_; }

  Number& operator()(Index row, Index col) {
    assert(row >= 0 && row < rows_ && col >= 0 && col < cols_);
    return numbers_[static_cast<std::size_t>(row * cols_ + col)];
  }
  Number operator()(Index row, Index col) const {
    assert(row >= 0 && row < rows_ && col >= 0 && col < cols_);
    return numbers_[static_cast<std::size_t>(row * cols_ + col)];
  }
  std::span<Number> row(Index index) { return view().row(index); }
  std::span<const Number> row(Index index) const { return view().row(index); }

  BasicMatrixView<Number> view() { return {data(), rows_, cols_}; }
  BasicMatrixView<const Number> view() const { return {data(), rows_, cols_}; }
  operator BasicMatrixView<Number>() { return view(); }
  operator BasicMatrixView<const Number>() const { return view(); }

  bool operator==(const BasicMatrix&) const = default;

 private:
  std::vector<Number, BlockAllocator<Number>> numbers_;
  Index rows_ = 0;
  Index cols_ = 0;
};

using Matrix = BasicMatrix<float>;
using DoubleMatrix = BasicMatrix<double>;

/// The same numbers in double precision.
inline DoubleMatrix to_double(ConstMatrixView matrix) {
  DoubleMatrix result(matrix.rows, matrix.cols);
  for (Index row = 0; row < matrix.rows; ++row) {
    for (Index col = 0; col < matrix.cols; ++col) result(row, col) = static_cast<double>(matrix(row, col));
  }
  return result;
}

/// The same numbers rounded to float.
inline Matrix to_float(ConstDoubleMatrixView matrix) {
  Matrix result(matrix.rows, matrix.cols);
  for (Index row = 0; row < matrix.rows; ++row) {
    for (Index col = 0; col < matrix.cols; ++col) result(row, col) = static_cast<float>(matrix(row, col));
  }
  return result;
}

}  // namespace attnscope
