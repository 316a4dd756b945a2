#include "attention/map_class.hpp"

namespace attnscope {

std::string_view name_of(MapClass map_class) {
  switch (map_class) {
    case MapClass::row_stochastic:
      return "row-stochastic";
    case MapClass::signed_row_stochastic:
      return "signed row-stochastic";
    case MapClass::substochastic:
      return "substochastic";
    case MapClass::non_negative:
      return "non-negative";
    case MapClass::any_sign:
      return "signed";
  }
  return "";
}

bool has_signs(MapClass map_class) {
  return map_class == MapClass::signed_row_stochastic || map_class == MapClass::any_sign;
}

}  // namespace attnscope
