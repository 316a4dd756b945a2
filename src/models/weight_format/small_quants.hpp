// The quantised types of 32 numbers a block: a half-precision scale d (and for _1 types a least value m),
// then codes.
#pragma once

#include "models/weight_format/element_type.hpp"

namespace attnscope {

extern const ElementType q4_0;    ///< d, 16 bytes: (code − 8) · d
extern const ElementType q4_1;    ///< d, m, 16 bytes: code · d + m
extern const ElementType q5_0;    ///< d, fifth bits, 16 bytes: (code − 16) · d
extern const ElementType q5_1;    ///< d, m, fifth bits, 16 bytes: code · d + m
extern const ElementType q8_0;    ///< d, 32 signed bytes: code · d
extern const ElementType iq4_nl;  ///< d, 16 bytes: table[code] · d

}  // namespace attnscope
