// A window that moves through a large file, so that texts and records can be looked at without copying.
#pragma once

#include <string>
#include <string_view>

#include "core/file.hpp"

namespace attnscope {

class FileWindow {
 public:
  /// `file` outlives the window. most_bytes: the longest piece that will be asked for.
  FileWindow(const InputFile& file, std::size_t most_bytes) : file_(file), most_bytes_(most_bytes) {}

  std::uint64_t place() const { return begin_ + used_; }
  std::uint64_t left() const { return file_.size() - place(); }
  /// The next bytes: at least `wanted`, or all that are left. Valid until the next call. Requires: wanted <=
  /// most_bytes.
  std::string_view peek(std::size_t wanted);
  /// Moves on. Requires: count <= left().
  void skip(std::uint64_t count);

 private:
  const InputFile& file_;
  std::size_t most_bytes_;
  std::string buffer_;  // the file from begin_ on
  std::uint64_t begin_ = 0;
  std::size_t used_ = 0;
};

}  // namespace attnscope
