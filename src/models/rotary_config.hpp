// Rotary positions as config.json describes them, in the layouts of old and new files.
#pragma once

#include <string_view>

#include "models/checkpoint.hpp"
#include "models/rotary_plan.hpp"

namespace attnscope {

/// Defaults and old names that differ between architectures.
struct RotaryDefaults {
  double base = 10000.0;
  std::string_view base_key = "rope_theta";
  double turning_share = 1.0;  ///< of a head's values
};

/// layer_type: "full_attention" or "sliding_attention" where a model has a kind of rotary positions for each;
/// its own object in rope_parameters is read then. Empty for models with one kind. Throws: Error(unsupported)
/// for a kind of scaling that is not known, Error(input) for a broken one.
RotaryPlan rotary_plan_of(const Checkpoint& checkpoint, Index head_size, const RotaryDefaults& defaults = {},
                          std::string_view layer_type = {});

}  // namespace attnscope
