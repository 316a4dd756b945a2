// The forward pass through one stack of layers, encoder or decoder.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "models/blueprint.hpp"
#include "models/embedding.hpp"
#include "models/layer_weights.hpp"
#include "models/model.hpp"

namespace attnscope {

/// A part of the weights that is read when it is first needed. Thread safety: all functions.
template <typename Part>
class Lazy {
 public:
  /// `load` makes the part; called once, by the first caller.
  template <typename Load>
  const Part& get(Load load) const {
    std::call_once(once_, [&] { part_ = load(); });
    return part_;
  }

 private:
  mutable std::once_flag once_;
  mutable Part part_;
};

class Stack {
 public:
  enum class Role { encoder, decoder };
  enum class Finish { last_site, all_states };

  struct Input {
    std::span<const Index> ids;
    std::span<const Index> segments = {};
    const Matrix* encoder_states = nullptr;  ///< for cross attention
    Index last_layer = 0;
    Finish finish = Finish::last_site;
  };

  /// The plan and the tensors must outlive it.
  Stack(const StackPlan& plan, const Tensors& tensors, Role role);

  /// The states after the last layer and the final norm [ids x width]; whatever they were at the last site
  /// where nothing more is wanted.
  Matrix run(const Input& input, const RunOptions& options,
             const std::function<void(const AttentionSite&)>& visit, ThreadPool& pool) const;

 private:
  struct Held;
  class Pass;

  const StackPlan& plan_;
  const Tensors& tensors_;
  Role role_;
  std::shared_ptr<const Held> held_;
};

}  // namespace attnscope
