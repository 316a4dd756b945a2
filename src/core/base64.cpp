#include "core/base64.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace attnscope {

std::string encode_base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  std::size_t out = 0;
  for (std::size_t place = 0; place < bytes.size(); place += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - place);
    std::uint32_t group = 0;
    for (std::size_t byte = 0; byte < 3; ++byte) {
      group = group << 8 | (byte < count ? std::uint32_t{bytes[place + byte]} : 0U);
    }
    for (std::size_t letter = 0; letter <= count; ++letter) {
      text[out + letter] = letters[group >> (18 - 6 * letter) & 0x3FU];
    }
    out += 4;
  }
  return text;
}

}  // namespace attnscope
