#include "text/protocol_buffer.hpp"

#include "core/error.hpp"
#include "core/little_endian.hpp"

namespace attnscope {

bool ProtocolBuffer::next() {
  if (bytes_.empty()) return false;
  const std::uint64_t key = read_number();
  constexpr std::uint64_t most_fields = std::uint64_t{1} << 29U;
  field_ = static_cast<std::uint32_t>(key >> 3U);
  wire_ = static_cast<Wire>(key & 7U);
  if (key >> 3U == 0 || key >> 3U >= most_fields) {
    throw Error(Error::Kind::input, name_ + ": not a protocol buffer");
  }
  switch (wire_) {
    case Wire::number:
      number_ = read_number();
      return true;
    case Wire::bytes:
      value_ = read_bytes(read_number());
      return true;
    case Wire::eight_bytes:
      value_ = read_bytes(8);
      return true;
    case Wire::four_bytes:
      value_ = read_bytes(4);
      return true;
  }
  throw Error(Error::Kind::input, name_ + ": not a protocol buffer");
}

std::uint64_t ProtocolBuffer::number() const {
  expect(Wire::number);
  return number_;
}

float ProtocolBuffer::real() const {
  expect(Wire::four_bytes);
  return load_little_endian<float>(reinterpret_cast<const std::byte*>(value_.data()));
}

std::string_view ProtocolBuffer::bytes() const {
  expect(Wire::bytes);
  return value_;
}

/// Seven bits a byte, the lowest first; the top bit says that more follow.
std::uint64_t ProtocolBuffer::read_number() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return number;
  }
  throw Error(Error::Kind::input, name_ + ": the file ends inside of a number");
}

std::string_view ProtocolBuffer::read_bytes(std::uint64_t count) {
  if (count > bytes_.size()) {
    throw Error(Error::Kind::input, name_ + ": a field of " + std::to_string(count) + " bytes, " +
                                        std::to_string(bytes_.size()) + " follow");
  }
  const std::string_view value = bytes_.substr(0, count);
  bytes_.remove_prefix(count);
  return value;
}

void ProtocolBuffer::expect(Wire wire) const {
  if (wire_ == wire) return;
  throw Error(Error::Kind::input,
              name_ + ": field " + std::to_string(field_) + " is of another kind than expected");
}

}  // namespace attnscope
