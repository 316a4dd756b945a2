// The family of architectures: each turns a config.json into the plan of one forward pass.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/registry.hpp"
#include "models/blueprint.hpp"
#include "models/checkpoint.hpp"
#include "models/gguf_dialect.hpp"

namespace attnscope {

class Architecture {
 public:
  static constexpr std::string_view family = "architecture";
  virtual ~Architecture() = default;
  /// The values of "model_type" that it reads.
  virtual std::vector<std::string_view> model_types() const = 0;
  /// Throws: Error(input) for a config that is missing something or contradicts itself, Error(unsupported)
  /// for a setting that is not computed. Read the config before a plan is put together in braces: when an
  /// element of a braced aggregate throws, GCC 12 destroys the elements before it twice.
  virtual Blueprint plan(const Checkpoint& checkpoint) const = 0;
  /// How GGUF files store it, if they do.
  virtual std::vector<GgufDialect> gguf_dialects() const { return {}; }
};

/// For architectures that are one function, Blueprint(const Checkpoint&), and perhaps another that makes the
/// dialects.
template <auto Plan, auto Dialects = nullptr>
class PlannedArchitecture final : public Architecture {
 public:
  explicit PlannedArchitecture(std::vector<std::string_view> model_types)
      : model_types_(std::move(model_types)) {}
  std::vector<std::string_view> model_types() const override { return model_types_; }
  Blueprint plan(const Checkpoint& checkpoint) const override { return Plan(checkpoint); }
  std::vector<GgufDialect> gguf_dialects() const override {
    if constexpr (std::is_null_pointer_v<decltype(Dialects)>) {
      return {};
    } else {
      return Dialects();
    }
  }

 private:
  std::vector<std::string_view> model_types_;
};

/// The architecture of a model type. Throws: Error(unsupported) that lists those which are known.
const Entry<Architecture>& architecture_of(const std::string& model_type, const std::string& file);

/// The plan of a checkpoint, checked against its tensors; settings that matter and that nothing has read are
/// refused by name.
Blueprint plan_of(const Checkpoint& checkpoint);

/// The activation that the key names. Throws: Error(unsupported).
const Activation* activation_of(const Config& config, std::string_view key, std::string_view fallback);

/// Width over heads. Throws: Error(input) "hidden_size 770 is not a multiple of num_attention_heads 12".
Index share_of(const Config& config, std::string_view width_key, std::string_view heads_key);

}  // namespace attnscope
