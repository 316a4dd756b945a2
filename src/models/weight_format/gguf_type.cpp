// Ids, block sizes and decoders, in the order of the format's own list.
#include "models/weight_format/gguf_type.hpp"

#include <algorithm>
#include <array>

#include "core/half.hpp"
#include "models/weight_format/k_quants.hpp"
#include "models/weight_format/mxfp4.hpp"
#include "models/weight_format/small_quants.hpp"
#include "models/weight_format/ternary.hpp"

namespace attnscope {
namespace {

GgufType readable(std::uint32_t id, const ElementType& element) {
  return {id, element, true};
}

GgufType plain(std::uint32_t id, std::string_view name) {
  return {id, *plain_element_type(name), true};
}

GgufType only_listed(std::uint32_t id, std::string_view name, Index numbers, Index bytes) {
  return {id, {name, numbers, bytes, nullptr}, false};
}

const std::array<GgufType, 35>& types() {
  static const std::array<GgufType, 35> table{{
      plain(0, "F32"),
      plain(1, "F16"),
      readable(2, q4_0),
      readable(3, q4_1),
      readable(6, q5_0),
      readable(7, q5_1),
      readable(8, q8_0),
      only_listed(9, "Q8_1", 32, 36),
      readable(10, q2_k),
      readable(11, q3_k),
      readable(12, q4_k),
      readable(13, q5_k),
      readable(14, q6_k),
      only_listed(15, "Q8_K", 256, 292),
      only_listed(16, "IQ2_XXS", 256, 66),
      only_listed(17, "IQ2_XS", 256, 74),
      only_listed(18, "IQ3_XXS", 256, 98),
      only_listed(19, "IQ1_S", 256, 50),
      readable(20, iq4_nl),
      only_listed(21, "IQ3_S", 256, 110),
      only_listed(22, "IQ2_S", 256, 82),
      only_listed(23, "IQ4_XS", 256, 136),
      only_listed(24, "I8", 1, 1),
      only_listed(25, "I16", 1, 2),
      only_listed(26, "I32", 1, 4),
      only_listed(27, "I64", 1, 8),
      plain(28, "F64"),
      only_listed(29, "IQ1_M", 256, 56),
      plain(30, "BF16"),
      readable(34, tq1_0),
      readable(35, tq2_0),
      readable(39, mxfp4_split),
      only_listed(40, "NVFP4", 64, 36),
      only_listed(41, "Q1_0", 128, 18),
      only_listed(42, "Q2_0", 64, 18),
  }};
  return table;
}

}  // namespace

const GgufType* find_gguf_type(std::uint32_t id) {
  const auto found =
      std::find_if(types().begin(), types().end(), [&](const GgufType& type) { return type.id == id; });
  return found != types().end() ? &*found : nullptr;
}

const GgufType* find_gguf_type(std::string_view name) {
  const auto found = std::find_if(types().begin(), types().end(),
                                  [&](const GgufType& type) { return type.element.name == name; });
  return found != types().end() ? &*found : nullptr;
}

bool was_removed_from_gguf(std::uint32_t id) {
  constexpr std::array<std::uint32_t, 8> removed{4, 5, 31, 32, 33, 36, 37, 38};
  return std::find(removed.begin(), removed.end(), id) != removed.end();
}

}  // namespace attnscope
