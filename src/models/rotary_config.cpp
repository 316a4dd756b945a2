// New files keep everything in "rope_parameters", old ones the base beside "rope_scaling".
#include "models/rotary_config.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

using Scaling = RotaryPlan::Scaling;

struct ScalingName {
  std::string_view name;
  Scaling scaling;
};

constexpr std::array scaling_names{
    ScalingName{"default", Scaling::none},      ScalingName{"linear", Scaling::linear},
    ScalingName{"dynamic", Scaling::dynamic},   ScalingName{"yarn", Scaling::yarn},
    ScalingName{"longrope", Scaling::longrope}, ScalingName{"su", Scaling::longrope},
    ScalingName{"llama3", Scaling::llama3},
};

/// The object that describes the scaling, or an empty path where there is none.
std::string object_of(const Config& config, std::string_view layer_type) {
  const std::string own = "rope_parameters." + std::string(layer_type);
  if (!layer_type.empty() && config.has_object(own)) return own;
  if (config.has_object("rope_parameters")) return "rope_parameters";
  // The scaling of old files concerns the layers that see everything.
  return layer_type != "sliding_attention" && config.has_object("rope_scaling") ? "rope_scaling" : "";
}

Scaling scaling_of(const Config& config, const std::string& object) {
  const std::string old_name = config.text_or(object + ".type", "default");
  const std::string name = config.text_or(object + ".rope_type", old_name);
  const auto found = std::find_if(scaling_names.begin(), scaling_names.end(),
                                  [&](const ScalingName& entry) { return entry.name == name; });
  if (found != scaling_names.end()) return found->scaling;
  throw Error(Error::Kind::unsupported,
              config.file() + ": " + object + ": rotary scaling '" + printable(name) + "' is not supported",
              "supported: default, linear, dynamic, yarn, longrope, llama3");
}

/// YaRN's factor of cosine and sine.
double yarn_magnitude(double factor, double share) {
  return factor <= 1.0 ? 1.0 : 0.1 * share * std::log(factor) + 1.0;
}

double magnitude_of(const Config& config, const std::string& object, const RotaryPlan& plan) {
  const std::string given = object + ".attention_factor";
  if (config.has(given)) return config.real(given);
  if (plan.scaling == Scaling::yarn) {
    const double share = config.real_or(object + ".mscale", 0.0);
    const double share_of_all = config.real_or(object + ".mscale_all_dim", 0.0);
    if (share != 0.0 && share_of_all != 0.0) {
      return yarn_magnitude(plan.factor, share) / yarn_magnitude(plan.factor, share_of_all);
    }
    return yarn_magnitude(plan.factor, 1.0);
  }
  if (plan.scaling == Scaling::longrope && plan.factor > 1.0) {
    return std::sqrt(1.0 + std::log(plan.factor) / std::log(static_cast<double>(plan.original_positions)));
  }
  return 1.0;
}

std::vector<double> divisors_of(const Config& config, const std::string& key, Index pairs) {
  std::vector<double> divisors = config.reals(key);
  if (static_cast<Index>(divisors.size()) != pairs) {
    config.refuse(key, "a list of " + std::to_string(pairs) + " numbers, one for each pair that turns");
  }
  return divisors;
}

void read_scaling(const Config& config, const std::string& object, RotaryPlan& plan) {
  plan.most_positions = config.size_or("max_position_embeddings", 2048);
  const Index outer = config.size_or("original_max_position_embeddings", plan.most_positions);
  plan.original_positions = config.size_or(object + ".original_max_position_embeddings", outer);
  const double ratio =
      static_cast<double>(plan.most_positions) / static_cast<double>(plan.original_positions);
  const bool has_ratio = plan.scaling == Scaling::yarn || plan.scaling == Scaling::longrope;
  plan.factor = has_ratio ? config.real_or(object + ".factor", ratio) : config.real(object + ".factor");
  if (plan.factor <= 0.0) config.refuse(object + ".factor", "a number above 0");
  if (plan.scaling == Scaling::yarn) {
    plan.beta_fast = config.real_or(object + ".beta_fast", 32.0);
    plan.beta_slow = config.real_or(object + ".beta_slow", 1.0);
    plan.is_truncated = config.flag_or(object + ".truncate", true);
  } else if (plan.scaling == Scaling::llama3) {
    plan.low_frequency_factor = config.real(object + ".low_freq_factor");
    plan.high_frequency_factor = config.real(object + ".high_freq_factor");
  } else if (plan.scaling == Scaling::longrope) {
    plan.short_factors = divisors_of(config, object + ".short_factor", plan.size / 2);
    plan.long_factors = divisors_of(config, object + ".long_factor", plan.size / 2);
  }
  plan.magnitude = magnitude_of(config, object, plan);
}

}  // namespace

RotaryPlan rotary_plan_of(const Checkpoint& checkpoint, Index head_size, const RotaryDefaults& defaults,
                          std::string_view layer_type) {
  const Config& config = checkpoint.config;
  const std::string object = object_of(config, layer_type);
  RotaryPlan plan;
  plan.pairing = checkpoint.dialect.rotary_pairing;
  const double outer_share = config.real_or("partial_rotary_factor", defaults.turning_share);
  const double share = config.real_or(object + ".partial_rotary_factor", outer_share);
  plan.size = static_cast<Index>(static_cast<double>(head_size) * share);
  if (plan.size < 2 || plan.size > head_size || plan.size % 2 != 0) {
    throw Error(Error::Kind::input, config.file() + ": " + std::to_string(plan.size) + " of " +
                                        std::to_string(head_size) +
                                        " values of a head turn: expected an even number from 2 on");
  }
  const double outer_base = config.real_or(defaults.base_key, defaults.base);
  plan.base = config.real_or(object + ".rope_theta", outer_base);
  if (plan.base <= 1.0) config.refuse(defaults.base_key, "a number above 1");
  plan.divisors = checkpoint.dialect.rotary_divisors;
  config.has("original_max_position_embeddings");  // matters to scaled positions only
  if (object.empty()) return plan;
  plan.scaling = scaling_of(config, object);
  if (plan.scaling != Scaling::none) read_scaling(config, object, plan);
  return plan;
}

}  // namespace attnscope
