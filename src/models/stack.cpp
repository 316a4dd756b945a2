// One pass for all architectures:
//
//   x ← embed(ids)
//   each layer:  x ← sum( x + output( attention( input(x) ) ) )      self, then cross
//                x ← sum( x + output( feed-forward( input(x) ) ) )
//
// where each of the three norms may be absent. In a parallel layer both parts read the same x.
#include "models/stack.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "models/attend.hpp"
#include "models/feed_forward.hpp"
#include "models/stage_parameters.hpp"

namespace attnscope {
namespace {

void add(const Matrix& from, Matrix& to) {
  std::transform(to.numbers().begin(), to.numbers().end(), from.numbers().begin(), to.numbers().begin(),
                 std::plus<>());
}

Matrix normalised(const Norm& norm, const Matrix& x, ThreadPool& pool) {
  Matrix y(x.rows(), x.cols());
  norm.apply(x, y, pool);
  return y;
}

/// The heads of a projection: columns from `first` on, `size` for each of `count` heads, each seen by as many
/// query heads as share it.
std::vector<ConstMatrixView> head_views(const Matrix& projected, Index first, Index size, Index count,
                                        Index query_heads) {
  std::vector<ConstMatrixView> views;
  for (Index head = 0; head < query_heads; ++head) {
    views.push_back(projected.view().col_range(first + head / (query_heads / count) * size, size));
  }
  return views;
}

void normalise_heads(const Norm& norm, Matrix& projected, Index first, Index size, Index count) {
  if (!norm) return;
  for (Index head = 0; head < count; ++head) {
    const MatrixView view = projected.view().col_range(first + head * size, size);
    norm.apply(view, view);
  }
}

}  // namespace

struct Stack::Held {
  struct OneLayer {
    Lazy<ProjectionWeights> self;
    Lazy<OutputWeights> self_output;
    Lazy<ProjectionWeights> cross;
    Lazy<OutputWeights> cross_output;
    Lazy<FeedForwardWeights> feed_forward;
  };
  explicit Held(std::size_t layers) : layer(layers) {}

  Lazy<EmbeddingWeights> embedding;
  Lazy<StackTables> tables;
  Lazy<Norm> final_norm;
  std::vector<OneLayer> layer;
};

/// The state of one run.
class Stack::Pass {
 public:
  Pass(const Stack& stack, const Input& input, const RunOptions& options,
       const std::function<void(const AttentionSite&)>& visit, ThreadPool& pool)
      : stack_(stack), plan_(stack.plan_), input_(input), options_(options), visit_(visit), pool_(pool) {}

  Matrix run() {
    const Held& held = *stack_.held_;
    x_ = embed(plan_.embedding,
               held.embedding.get([&] { return load_embedding(plan_.embedding, stack_.tensors_); }),
               stack_.tensors_, input_.ids, input_.segments, pool_);
    if (options_.parameters != nullptr) parameters_ = *options_.parameters;
    tables_ = &held.tables.get([&] { return load_tables(plan_, stack_.tensors_); });
    give_stack_parameters(plan_, *tables_, x_.rows(), parameters_);
    for (Index layer = 0; layer <= input_.last_layer; ++layer) {
      if (!run_layer(layer)) return std::move(x_);
    }
    const Norm& norm = held.final_norm.get([&] { return load_norm(stack_.tensors_, plan_.final_norm); });
    if (norm) norm.apply(x_, x_, pool_);
    return std::move(x_);
  }

 private:
  /// False when nothing after the last site of this layer is wanted.
  bool run_layer(Index layer) {
    const LayerPlan& plan = plan_.layers[static_cast<std::size_t>(layer)];
    const auto owner = static_cast<std::size_t>(plan.weights_of < 0 ? layer : plan.weights_of);
    const Held::OneLayer& held = stack_.held_->layer[owner];
    const bool is_last = input_.finish == Finish::last_site && layer == input_.last_layer;

    std::optional<Matrix> attended = self_attention(plan.self, held, layer, is_last && !plan.cross);
    if (!attended) return false;
    if (plan.is_parallel) {
      const Matrix made = feed_forward_part(plan.feed_forward, held);
      add(*attended, x_);
      add(made, x_);
      return true;
    }
    const OutputWeights& output =
        held.self_output.get([&] { return load_output(plan.self, stack_.tensors_); });
    add_and_normalise(*attended, output.sum);
    if (plan.cross) {
      const std::optional<Matrix> crossed = cross_attention(*plan.cross, held, layer, is_last);
      if (!crossed) return false;
      add_and_normalise(*crossed,
                        held.cross_output.get([&] { return load_output(*plan.cross, stack_.tensors_); }).sum);
    }
    const Matrix made = feed_forward_part(plan.feed_forward, held);
    add_and_normalise(made, feed_forward_weights(plan.feed_forward, held).norms.sum);
    return true;
  }

  void add_and_normalise(const Matrix& made, const Norm& sum) {
    add(made, x_);
    if (sum) sum.apply(x_, x_, pool_);
  }

  std::unique_ptr<const Projection> project_self(const ProjectionWeights& weights,
                                                 ConstMatrixView states) const {
    auto projected = std::make_unique<Projection>();
    projected->numbers = weights.all(states, pool_);
    Matrix& numbers = projected->numbers;
    const Index size = plan_.head_size;
    const Index first_key = plan_.heads * size;
    const Index first_value = first_key + plan_.key_value_heads * size;
    normalise_heads(weights.query_norm, numbers, 0, size, plan_.heads);
    normalise_heads(weights.key_norm, numbers, first_key, size, plan_.key_value_heads);
    projected->q = head_views(numbers, 0, size, plan_.heads, plan_.heads);
    projected->k = head_views(numbers, first_key, size, plan_.key_value_heads, plan_.heads);
    projected->v = head_views(numbers, first_value, size, plan_.key_value_heads, plan_.heads);
    return projected;
  }

  std::optional<Matrix> self_attention(const AttentionPlan& plan, const Held::OneLayer& held, Index layer,
                                       bool is_final) {
    const ProjectionWeights& weights =
        held.self.get([&] { return load_self_projections(plan, stack_.tensors_, plan_.heads, pool_); });
    const Matrix normed = weights.input ? normalised(weights.input, x_, pool_) : Matrix();
    const Matrix& states = weights.input ? normed : x_;
    const auto project = [&](ConstMatrixView any_states) { return project_self(weights, any_states); };
    const std::unique_ptr<const Projection> projected = project(states);
    give_layer_parameters(plan_, plan, weights, *tables_, layer, parameters_, pool_);

    AttentionSite site = site_of(plan, layer);
    site.kind = stack_.role_ == Role::encoder ? AttentionSite::Kind::self : AttentionSite::Kind::decoder;
    site.layer.q = projected->q;
    site.layer.k = projected->k;
    site.layer.v = projected->v;
    site.project = project;
    site.layer.query_states = states;
    site.layer.key_states = states;
    site.layer.query_documents = input_.segments;
    site.layer.key_documents = input_.segments;
    return attended(site, plan, held.self_output, is_final);
  }

  std::optional<Matrix> cross_attention(const AttentionPlan& plan, const Held::OneLayer& held, Index layer,
                                        bool is_final) {
    const ProjectionWeights& weights =
        held.cross.get([&] { return load_cross_projections(plan, stack_.tensors_, pool_); });
    const Matrix normed = weights.input ? normalised(weights.input, x_, pool_) : Matrix();
    const Matrix& states = weights.input ? normed : x_;
    const Matrix queries = weights.query(states, pool_);
    const Matrix keys_and_values = weights.key_value(*input_.encoder_states, pool_);
    const Index size = plan_.head_size;
    const Index heads = plan_.key_value_heads;

    AttentionSite site = site_of(plan, layer);
    site.kind = AttentionSite::Kind::cross;
    site.layer.q = head_views(queries, 0, size, plan_.heads, plan_.heads);
    site.layer.k = head_views(keys_and_values, 0, size, heads, plan_.heads);
    site.layer.v = head_views(keys_and_values, heads * size, size, heads, plan_.heads);
    site.layer.query_states = states;
    site.layer.key_states = *input_.encoder_states;
    return attended(site, plan, held.cross_output, is_final);
  }

  AttentionSite site_of(const AttentionPlan& plan, Index layer) const {
    AttentionSite site;
    site.layer.index = layer;
    site.layer.count = static_cast<Index>(plan_.layers.size());
    site.layer.scale = plan.scale;
    site.layer.parameters = &parameters_;
    site.own = &plan.own;
    return site;
  }

  /// Shows the site and, unless it is the final one, makes the output of the attention. [queries x width]
  std::optional<Matrix> attended(AttentionSite& site, const AttentionPlan& plan,
                                 const Lazy<OutputWeights>& lazy, bool is_final) {
    Attention attention(site, options_, memory_, pool_);
    visit_(site);
    if (is_final) return std::nullopt;
    const OutputWeights& weights = lazy.get([&] { return load_output(plan, stack_.tensors_); });
    Matrix output = weights.output(attention.context(), pool_);
    if (weights.after) weights.after.apply(output, output, pool_);
    return output;
  }

  const FeedForwardWeights& feed_forward_weights(const FeedForwardPlan& plan, const Held::OneLayer& held) {
    return held.feed_forward.get(
        [&] { return load_feed_forward(plan, stack_.tensors_, plan_.width, pool_); });
  }

  Matrix feed_forward_part(const FeedForwardPlan& plan, const Held::OneLayer& held) {
    const FeedForwardWeights& weights = feed_forward_weights(plan, held);
    Matrix made = weights.norms.input
                      ? feed_forward(plan, weights, normalised(weights.norms.input, x_, pool_), pool_)
                      : feed_forward(plan, weights, x_, pool_);
    if (weights.norms.output) weights.norms.output.apply(made, made, pool_);
    return made;
  }

  const Stack& stack_;
  const StackPlan& plan_;
  const Input& input_;
  const RunOptions& options_;
  const std::function<void(const AttentionSite&)>& visit_;
  ThreadPool& pool_;
  const StackTables* tables_ = nullptr;
  Parameters parameters_;
  AttentionMemory memory_;
  Matrix x_;  // [tokens x width]
};

Stack::Stack(const StackPlan& plan, const Tensors& tensors, Role role)
    : plan_(plan), tensors_(tensors), role_(role), held_(std::make_shared<const Held>(plan.layers.size())) {}

Matrix Stack::run(const Input& input, const RunOptions& options,
                  const std::function<void(const AttentionSite&)>& visit, ThreadPool& pool) const {
  return Pass(*this, input, options, visit, pool).run();
}

}  // namespace attnscope
