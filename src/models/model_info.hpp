// What the headers of a model say of it, in the words of ModelInfo.
#pragma once

#include "models/blueprint.hpp"
#include "models/checkpoint.hpp"
#include "models/model.hpp"

namespace attnscope {

/// Throws: Error(input) when config.json declares a role for a head that the model has not.
ModelInfo model_info(const Checkpoint& checkpoint, const Blueprint& plan);

}  // namespace attnscope
