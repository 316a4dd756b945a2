// The quantised types of 256 numbers a block ("K"): small groups with their own scales, themselves quantised.
#pragma once

#include "models/weight_format/element_type.hpp"

namespace attnscope {

extern const ElementType q2_k;  ///< 16 groups of 16: d · scale · code − dmin · least
extern const ElementType q3_k;  ///< 16 groups of 16: d · (scale − 32) · (code − 4)
extern const ElementType q4_k;  ///< 8 groups of 32: d · scale · code − dmin · least
extern const ElementType q5_k;  ///< 8 groups of 32: d · scale · code − dmin · least
extern const ElementType q6_k;  ///< 16 groups of 16: d · scale · (code − 32)

}  // namespace attnscope
