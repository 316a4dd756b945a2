#include "text/growth.hpp"

#include "core/error.hpp"

namespace attnscope {

void check_growth(std::size_t before, std::size_t after, const std::string& where) {
  // Compatibility forms make at most 11 bytes of one (U+FDFA: 3 to 33); added prefixes matter for short texts
  // only.
  constexpr std::size_t most_times = 64;
  constexpr std::size_t always_allowed = 1U << 16U;
  if (after <= always_allowed || after / most_times <= before) return;
  throw Error(Error::Kind::input, where + ": makes " + std::to_string(after) + " bytes of a text of " +
                                      std::to_string(before) + " bytes, expected at most " +
                                      std::to_string(most_times) + " times as many");
}

}  // namespace attnscope
