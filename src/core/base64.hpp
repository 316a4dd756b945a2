// Base64 (RFC 4648, section 4): bytes as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace attnscope {

/// With padding, on one line.
std::string encode_base64(std::span<const std::uint8_t> bytes);

}  // namespace attnscope
