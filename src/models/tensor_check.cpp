// The tensors that a plan needs, each with its expected shape, against what the headers of the file list.
#include <algorithm>
#include <optional>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "models/tensors.hpp"

namespace attnscope {
namespace {

class Checker {
 public:
  Checker(const Tensors& tensors, std::string config_file)
      : tensors_(tensors), config_file_(std::move(config_file)) {}

  void stack(const StackPlan& plan) {
    embedding(plan.embedding, plan.width);
    if (plan.bias_table) shape(plan.bias_table->name, {plan.bias_table->rows, plan.heads});
    if (plan.relative_table) {
      shape(plan.relative_table->name, {plan.relative_table->rows, plan.width});
      norm(plan.relative_table->norm);
    }
    norm(plan.final_norm);
    for (std::size_t index = 0; index < plan.layers.size(); ++index) {
      layer_ = static_cast<Index>(index);
      layer_count_ = static_cast<Index>(plan.layers.size());
      const LayerPlan& layer = plan.layers[index];
      attention(layer.self, plan.heads);
      if (layer.cross) attention(*layer.cross, plan.heads);
      feed_forward(layer.feed_forward, plan.width);
    }
    layer_.reset();
  }

 private:
  void embedding(const EmbeddingPlan& plan, Index width) {
    shape(plan.tokens, {plan.vocabulary, plan.width});
    if (plan.kind == EmbeddingPlan::Positions::table)
      shape(plan.positions, {plan.position_rows, position_width(plan, width)});
    if (!plan.types.empty()) shape(plan.types, {plan.type_rows, plan.width});
    norm(plan.norm);
    linear(plan.projection);
    norm(plan.projected_norm);
  }

  /// Where positions are added after the projection they have the stack's width.
  static Index position_width(const EmbeddingPlan& plan, Index width) {
    return plan.are_positions_projected ? plan.width : width;
  }

  void norms(const Norms& norms) {
    norm(norms.input);
    norm(norms.output);
    norm(norms.sum);
  }

  void attention(const AttentionPlan& plan, Index heads) {
    norms(plan.norms);
    for (const LinearSource* source :
         {&plan.query, &plan.key, &plan.value, &plan.output, &plan.position_key, &plan.position_query}) {
      linear(*source);
    }
    norm(plan.query_norm);
    norm(plan.key_norm);
    if (!plan.sinks.empty()) shape(plan.sinks, {heads});
  }

  void feed_forward(const FeedForwardPlan& plan, Index width) {
    norms(plan.norms);
    linear(plan.gate);
    linear(plan.up);
    linear(plan.down);
    if (!plan.experts) return;
    const ExpertsPlan& experts = *plan.experts;
    linear(experts.router);
    shape(experts.gate_up, {experts.count, width, 2 * plan.inner});
    shape(experts.gate_up + "_bias", {experts.count, 2 * plan.inner});
    shape(experts.down, {experts.count, plan.inner, width});
    shape(experts.down + "_bias", {experts.count, width});
  }

  void linear(const LinearSource& source) {
    if (!source) return;
    const Index outputs = source.stored_outputs == 0 ? source.outputs : source.stored_outputs;
    if (source.layout == LinearSource::Layout::outputs_by_inputs) {
      shape(source.name + ".weight", {outputs, source.inputs});
    } else {
      shape(source.name + ".weight", {source.inputs, outputs});
    }
    if (source.bias == LinearSource::Bias::present) shape(source.name + ".bias", {outputs});
  }

  void norm(const NormSource& source) {
    if (!source) return;
    if (source.has_gain) shape(source.name + ".weight", {source.size});
    if (source.has_shift) shape(source.name + ".bias", {source.size});
  }

  void shape(const std::string& name, std::initializer_list<Index> expected) {
    const std::string stored = tensors_.stored(name);
    const Tensor* tensor = tensors_.weights().find(stored);
    if (tensor == nullptr) refuse_missing(stored);
    if (std::equal(expected.begin(), expected.end(), tensor->shape.begin(), tensor->shape.end())) return;
    throw Error(Error::Kind::input,
                place() + "'" + printable(stored) + "' is " + shape_text(tensor->shape) + ", expected " +
                    shape_text(std::span(expected.begin(), expected.size())) + " from " + config_file_);
  }

  [[noreturn]] void refuse_missing(const std::string& name) const {
    if (layer_ && *layer_ > 0) {
      throw Error(Error::Kind::input, place() + "weights have " + std::to_string(*layer_) + " layers, " +
                                          config_file_ + " says " + std::to_string(layer_count_) + ": '" +
                                          printable(name) + "' is missing");
    }
    tensors_.weights().at(name);  // throws, and names the nearest
    std::terminate();
  }

  std::string place() const { return shown_path(tensors_.weights().path()) + ": "; }

  const Tensors& tensors_;
  std::string config_file_;
  std::optional<Index> layer_;
  Index layer_count_ = 0;
};

}  // namespace

void check_tensors(const Blueprint& plan, const Tensors& tensors, const std::string& config_file) {
  Checker checker(tensors, config_file);
  checker.stack(plan.stack);
  if (plan.decoder) checker.stack(*plan.decoder);
}

}  // namespace attnscope
