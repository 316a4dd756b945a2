// The unread rest moves to the front when more is needed, and one read fills the buffer again.
#include "models/word_vectors/window.hpp"

#include <algorithm>

namespace attnscope {
namespace {

constexpr std::size_t usual_bytes = std::size_t{1} << 20;

}  // namespace

std::string_view FileWindow::peek(std::size_t wanted) {
  const std::uint64_t goal = std::min<std::uint64_t>(wanted, left());
  if (buffer_.size() - used_ < goal) {
    const std::uint64_t start = place();
    buffer_.erase(0, used_);
    used_ = 0;
    begin_ = start;
    const std::size_t kept = buffer_.size();
    buffer_.resize(std::min<std::uint64_t>(std::max(most_bytes_, usual_bytes), file_.size() - start));
    file_.read(start + kept, std::as_writable_bytes(std::span(buffer_).subspan(kept)));
  }
  return std::string_view(buffer_).substr(used_);
}

void FileWindow::skip(std::uint64_t count) {
  if (count <= buffer_.size() - used_) {
    used_ += count;
    return;
  }
  begin_ = place() + count;
  buffer_.clear();
  used_ = 0;
}

}  // namespace attnscope
