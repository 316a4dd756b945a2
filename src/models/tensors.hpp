// The tensors of a model by the names that its architecture has for them, checked against the plan.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"
#include "models/blueprint.hpp"
#include "models/weight_format/weights.hpp"

namespace attnscope {

/// Thread safety: all functions may be called from several threads.
class Tensors {
 public:
  /// rename: the stored name of a tensor; empty where they are stored under the architecture's names.
  using Rename = std::function<std::string(const std::string& name)>;
  explicit Tensors(const Weights& weights, Rename rename = {})
      : weights_(&weights), rename_(std::move(rename)) {}

  bool has(const std::string& name) const { return weights_->has(stored(name)); }
  /// The stored name, in whichever spelling the file has: old files write gamma and beta for a norm's gain
  /// and shift.
  std::string stored(const std::string& name) const;
  const Weights& weights() const { return *weights_; }

  /// The weights of linear layers, one below the other: [sum of outputs x inputs]. Requires: equal inputs.
  Matrix linear(std::span<const LinearSource> sources) const;
  /// Their biases, zeros for those without; nothing when none has one.
  std::vector<float> biases(std::span<const LinearSource> sources) const;

  Matrix matrix(const std::string& name, Index rows, Index cols) const {
    return weights_->matrix(stored(name), rows, cols);
  }
  std::vector<float> vector(const std::string& name, Index size) const {
    return weights_->vector(stored(name), size);
  }
  Matrix rows(const std::string& name, std::span<const Index> which, Index cols) const {
    return weights_->rows(stored(name), which, cols);
  }
  std::vector<float> numbers(const std::string& name, std::span<const Index> shape) const {
    return weights_->numbers(stored(name), shape);
  }

 private:
  void copy_rows(const LinearSource& source, MatrixView target) const;

  const Weights* weights_;
  Rename rename_;
};

/// Compares every tensor of the plan with the file, by their headers only. Throws: Error(input) that names
/// the first tensor that is missing or has another shape; config_file names where the sizes come from.
void check_tensors(const Blueprint& plan, const Tensors& tensors, const std::string& config_file);

}  // namespace attnscope
