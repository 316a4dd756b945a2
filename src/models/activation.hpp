// The functions between the two halves of a feed-forward part, by the names that config.json has for them.
#pragma once

#include <span>
#include <string_view>

namespace attnscope {

struct Activation {
  std::string_view name;
  void (*apply)(std::span<float> values);  ///< in place
};

/// Null when there is none of that name.
const Activation* find_activation(std::string_view name);

}  // namespace attnscope
