// The ternary types of 256 numbers a block: each is −d, 0 or d.
#pragma once

#include "models/weight_format/element_type.hpp"

namespace attnscope {

extern const ElementType tq1_0;  ///< five numbers a byte, as base-3 digits of a fraction of 256
extern const ElementType tq2_0;  ///< four numbers a byte, two bits each

}  // namespace attnscope
