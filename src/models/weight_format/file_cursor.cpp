// One read of the file for many small numbers.
#include "models/weight_format/file_cursor.hpp"

#include <algorithm>
#include <cstring>

#include "core/error.hpp"

namespace attnscope {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

}  // namespace

FileCursor::FileCursor(const InputFile& file, std::string what) : file_(file), what_(std::move(what)) {}

void FileCursor::read(std::span<std::byte> bytes, std::string_view during) {
  if (bytes.size() > left()) {
    throw Error(Error::Kind::input, what_ + ": the file ends at byte " + std::to_string(file_.size()) +
                                        ", inside " + std::string(during) + "; incomplete download?");
  }
  if (bytes.size() >= buffer_bytes) {
    file_.read(place_, bytes);
  } else if (!bytes.empty()) {
    if (place_ + bytes.size() > buffer_begin_ + buffer_.size()) {
      buffer_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(buffer_bytes, left())));
      buffer_begin_ = place_;
      file_.read(place_, buffer_);
    }
    std::memcpy(bytes.data(), buffer_.data() + (place_ - buffer_begin_), bytes.size());
  }
  place_ += bytes.size();
}

std::string FileCursor::text(std::uint64_t length) {
  std::string text(length, '\0');
  read(std::as_writable_bytes(std::span(text)), "a text");
  return text;
}

}  // namespace attnscope
