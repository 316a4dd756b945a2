// Names the parameters as the stages ask for them.
#include "models/stage_parameters.hpp"

#include <string>

namespace attnscope {
namespace {

/// What the user gave, under the name of the head or under the shared one, stands.
void give_unless_given(Parameters& parameters, const std::string& shared, const std::string& own,
                       Matrix value) {
  if (!parameters.has(shared) && !parameters.has(own)) parameters.give(own, std::move(value), "model");
}

Matrix one_row(const std::vector<double>& numbers) {
  Matrix row(1, static_cast<Index>(numbers.size()));
  for (Index col = 0; col < row.cols(); ++col)
    row(0, col) = static_cast<float>(numbers[static_cast<std::size_t>(col)]);
  return row;
}

std::string of_head(const std::string& name, Index layer, Index head) {
  return name + "." + std::to_string(layer) + "." + std::to_string(head);
}

/// The relative rows, projected like keys or queries: a matrix for each head.
void give_positions(const std::string& name, const StackPlan& stack, const Linear& projection,
                    const StackTables& tables, Index layer, Parameters& parameters, ThreadPool& pool) {
  if (projection.empty()) return;
  const Matrix projected = projection(tables.relative_rows, pool);
  for (Index head = 0; head < stack.heads; ++head) {
    give_unless_given(parameters, name, of_head(name, layer, head),
                      Matrix(projected.view().col_range(head * stack.head_size, stack.head_size)));
  }
}

}  // namespace

StackTables load_tables(const StackPlan& plan, const Tensors& tensors) {
  StackTables tables;
  if (plan.bias_table) {
    const BiasTable& table = *plan.bias_table;
    tables.biases = Matrix(
        ConstMatrixView(tensors.matrix(table.name, table.rows, plan.heads)).row_range(0, table.buckets));
  }
  if (plan.relative_table) {
    const RelativeTable& table = *plan.relative_table;
    tables.relative_rows = tensors.matrix(table.name, table.rows, plan.width);
    const Norm norm = load_norm(tensors, table.norm);
    if (norm) norm.apply(tables.relative_rows, tables.relative_rows);
  }
  for (const RotaryPlan& rotary : plan.rotaries) {
    tables.rotary_divisors.push_back(
        rotary.divisors.empty() ? std::vector<float>() : tensors.vector(rotary.divisors, rotary.size / 2));
  }
  return tables;
}

void give_stack_parameters(const StackPlan& plan, const StackTables& tables, Index tokens,
                           Parameters& parameters) {
  if (!tables.biases.empty() && !parameters.has("t5.table"))
    parameters.give("t5.table", tables.biases, "model");
  std::vector<Matrix> rows;
  for (std::size_t index = 0; index < plan.rotaries.size(); ++index) {
    Matrix row = one_row(rotary_frequencies(plan.rotaries[index], tokens));
    const std::vector<float>& divisors = tables.rotary_divisors[index];
    for (std::size_t pair = 0; pair < divisors.size(); ++pair) row.numbers()[pair] /= divisors[pair];
    rows.push_back(std::move(row));
  }
  for (std::size_t layer = 0; layer < plan.layers.size(); ++layer) {
    const int rotary = plan.layers[layer].self.rotary;
    if (rotary < 0) continue;
    give_unless_given(parameters, "rotary.frequencies", "rotary.frequencies." + std::to_string(layer),
                      rows[static_cast<std::size_t>(rotary)]);
  }
}

void give_layer_parameters(const StackPlan& stack, const AttentionPlan& plan,
                           const ProjectionWeights& weights, const StackTables& tables, Index layer,
                           Parameters& parameters, ThreadPool& pool) {
  for (std::size_t head = 0; head < weights.sinks.size(); ++head) {
    give_unless_given(parameters, "sink.logit", of_head("sink.logit", layer, static_cast<Index>(head)),
                      one_row({static_cast<double>(weights.sinks[head])}));
  }
  if (plan.position_key) {
    give_positions("content-to-position.keys", stack, weights.position_key, tables, layer, parameters, pool);
  }
  if (plan.position_query) {
    give_positions("position-to-content.queries", stack, weights.position_query, tables, layer, parameters,
                   pool);
  }
}

}  // namespace attnscope
