// MXFP4: 32 numbers of four bits (sign, two exponent bits, one fraction bit) under one power-of-two scale.
#pragma once

#include "models/weight_format/element_type.hpp"

namespace attnscope {

/// 17 bytes: the scale's exponent (bias 127), then 16 bytes. As safetensors files pack them: byte j holds
/// number 2j in its low four bits and number 2j + 1 in its high ones.
extern const ElementType mxfp4_pair;
/// The same as GGUF packs them: byte j holds number j low and number j + 16 high.
extern const ElementType mxfp4_split;

}  // namespace attnscope
