// The wire format of protocol buffers: a sequence of numbered fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attnscope {

/// Walks the fields of one message. Throws: Error(input) that names the file when a field ends outside of the
/// message.
class ProtocolBuffer {
 public:
  ProtocolBuffer(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  /// Moves to the next field; false at the end.
  bool next();
  std::uint32_t field() const { return field_; }

  /// The value of the field as the kind that is asked for. Throws: Error(input) when it is of another kind.
  std::uint64_t number() const;
  bool flag() const { return number() != 0; }
  float real() const;
  std::string_view bytes() const;

 private:
  enum class Wire : std::uint32_t { number = 0, eight_bytes = 1, bytes = 2, four_bytes = 5 };

  std::uint64_t read_number();
  std::string_view read_bytes(std::uint64_t count);
  void expect(Wire wire) const;

  std::string_view bytes_;  // what is left
  const std::string& name_;
  std::uint32_t field_ = 0;
  Wire wire_ = Wire::number;
  std::uint64_t number_ = 0;
  std::string_view value_;
};

}  // namespace attnscope
