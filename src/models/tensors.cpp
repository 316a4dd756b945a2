// Stacks, picks and turns stored matrices into the rows that the plan wants.
#include "models/tensors.hpp"

#include <algorithm>
#include <array>

namespace attnscope {
namespace {

Index stored_row(const RowPick& pick, Index row) {
  return pick.run == 0 ? pick.first + row : pick.first + row / pick.run * pick.stride + row % pick.run;
}

Index stored_outputs(const LinearSource& source) {
  return source.stored_outputs == 0 ? source.outputs : source.stored_outputs;
}

bool is_whole(const LinearSource& source) {
  return stored_outputs(source) == source.outputs && source.rows.run == 0;
}

void copy(ConstMatrixView from, MatrixView to) {
  for (Index row = 0; row < from.rows; ++row)
    std::copy_n(from.row(row).data(), from.cols, to.row(row).data());
}

/// "LayerNorm.weight" as old files spell it: "LayerNorm.gamma".
std::string old_spelling(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> spellings{
      {{".weight", ".gamma"}, {".bias", ".beta"}}};
  for (const auto& [ending, old_ending] : spellings) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size()) + std::string(old_ending);
  }
  return name;
}

}  // namespace

std::string Tensors::stored(const std::string& name) const {
  std::string stored_name = rename_ ? rename_(name) : name;
  if (weights_->has(stored_name)) return stored_name;
  const std::string old_name = old_spelling(stored_name);
  return weights_->has(old_name) ? old_name : stored_name;
}

void Tensors::copy_rows(const LinearSource& source, MatrixView target) const {
  const std::string name = stored(source.name + ".weight");
  if (source.layout == LinearSource::Layout::inputs_by_outputs) {
    const Matrix whole = weights_->matrix(name, source.inputs, stored_outputs(source));
    for (Index output = 0; output < source.outputs; ++output) {
      const Index column = stored_row(source.rows, output);
      for (Index input = 0; input < source.inputs; ++input) target(output, input) = whole(input, column);
    }
    return;
  }
  if (is_whole(source)) {
    copy(weights_->matrix(name, source.outputs, source.inputs).view(), target);
    return;
  }
  std::vector<Index> which;
  for (Index output = 0; output < source.outputs; ++output) which.push_back(stored_row(source.rows, output));
  copy(weights_->rows(name, which, source.inputs).view(), target);
}

Matrix Tensors::linear(std::span<const LinearSource> sources) const {
  const LinearSource& only = sources.front();
  if (sources.size() == 1 && is_whole(only) && only.layout == LinearSource::Layout::outputs_by_inputs) {
    return matrix(only.name + ".weight", only.outputs, only.inputs);
  }
  Index outputs = 0;
  for (const LinearSource& source : sources) outputs += source.outputs;
  Matrix together(outputs, sources.front().inputs);
  Index first = 0;
  for (const LinearSource& source : sources) {
    copy_rows(source, together.view().row_range(first, source.outputs));
    first += source.outputs;
  }
  return together;
}

std::vector<float> Tensors::biases(std::span<const LinearSource> sources) const {
  const bool has_any = std::any_of(sources.begin(), sources.end(), [](const LinearSource& source) {
    return source.bias == LinearSource::Bias::present;
  });
  std::vector<float> together;
  if (!has_any) return together;
  for (const LinearSource& source : sources) {
    if (source.bias == LinearSource::Bias::absent) {
      together.resize(together.size() + static_cast<std::size_t>(source.outputs));
      continue;
    }
    const std::vector<float> whole = vector(source.name + ".bias", stored_outputs(source));
    for (Index output = 0; output < source.outputs; ++output) {
      together.push_back(whole[static_cast<std::size_t>(stored_row(source.rows, output))]);
    }
  }
  return together;
}

}  // namespace attnscope
