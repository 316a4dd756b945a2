// A model's files, opened: what it says of itself and its tensors, whatever the format.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "models/config.hpp"
#include "models/rotary_plan.hpp"
#include "models/tensors.hpp"

namespace attnscope {

/// How a format's way of storing a model differs from Hugging Face folders, which the architectures describe.
struct Dialect {
  RotaryPlan::Pairing rotary_pairing = RotaryPlan::Pairing::half;
  LinearSource::Layout conv_layout = LinearSource::Layout::inputs_by_outputs;  ///< of GPT-2's layers
  bool gains_are_whole = false;      ///< norm gains stored as differences from 1 have been made whole
  std::string rotary_divisors = {};  ///< a tensor of one divisor for each pair, or none
};

struct Checkpoint {
  std::filesystem::path path;
  Config config{"config.json"};
  std::unique_ptr<const Weights> weights = {};
  Dialect dialect = {};
  Tensors::Rename rename = {};

  /// The first of the prefixes with which the file has this tensor, or the first of all.
  std::string prefix_of(const std::string& tensor, std::initializer_list<const char*> prefixes) const;
  Tensors tensors() const { return Tensors(*weights, rename); }
};

/// A Hugging Face folder, or a file that describes itself. Only headers are read.
/// Throws: Error(input), Error(unsupported).
Checkpoint open_checkpoint(const std::filesystem::path& path);

}  // namespace attnscope
