// The plain types: one number a block.
#include "models/weight_format/element_type.hpp"

#include <array>

#include "core/half.hpp"
#include "core/little_endian.hpp"

namespace attnscope {
namespace {

void narrow_doubles(const std::byte* bytes, float* floats, Index count) {
  for (Index place = 0; place < count; ++place) {
    floats[place] = static_cast<float>(load_little_endian<double>(bytes + 8 * place));
  }
}

constexpr std::array<ElementType, 4> plain_types{{
    {"F32", 1, 4, nullptr},
    {"F16", 1, 2, widen_halves},
    {"BF16", 1, 2, widen_bfloat16},
    {"F64", 1, 8, narrow_doubles},
}};

}  // namespace

const ElementType* plain_element_type(std::string_view name) {
  for (const ElementType& type : plain_types) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

}  // namespace attnscope
