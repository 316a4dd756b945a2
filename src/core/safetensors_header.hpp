// The JSON header of a safetensors file, read into a list of tensors.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/safetensors.hpp"

namespace attnscope {

struct SafetensorsHeader {
  std::vector<TensorInfo> tensors;  ///< as written
  std::map<std::string, std::string> metadata;
};

/// Each tensor is checked by itself: fields, shape, and bytes against shape. `path` starts every message.
/// Throws: Error(input).
SafetensorsHeader read_safetensors_header(std::string_view text, const std::string& path);

}  // namespace attnscope
