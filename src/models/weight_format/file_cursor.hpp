// A place in a file that moves on as numbers and texts are read, and never past the end.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "core/little_endian.hpp"

namespace attnscope {

class FileCursor {
 public:
  /// `file` outlives the cursor. `what` starts the messages.
  FileCursor(const InputFile& file, std::string what);

  std::uint64_t place() const { return place_; }
  std::uint64_t left() const { return file_.size() - place_; }

  /// `during` says what is being read. Throws: Error(input) when the file ends before.
  template <typename Number>
  Number number(std::string_view during) {
    std::array<std::byte, sizeof(Number)> bytes;
    read(bytes, during);
    return load_little_endian<Number>(bytes.data());
  }
  /// Requires: length <= left().
  std::string text(std::uint64_t length);
  void read(std::span<std::byte> bytes, std::string_view during);

 private:
  const InputFile& file_;
  std::string what_;
  std::uint64_t place_ = 0;
  std::vector<std::byte> buffer_;  // the file from buffer_begin_ on
  std::uint64_t buffer_begin_ = 0;
};

}  // namespace attnscope
