// SHA-256 (FIPS 180-4): the hashes by which a page names its own script and style.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace attnscope {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);

}  // namespace attnscope
