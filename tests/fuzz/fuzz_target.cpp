// A file in memory has a path of its own, so that the readers are tried as they are used.
#include "fuzz/fuzz_target.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/error.hpp"

namespace attnscope {
namespace {

std::vector<const FuzzTarget*>& all_targets() {
  static std::vector<const FuzzTarget*> targets;
  return targets;
}

/// Aborts when the system gives no memory: there is nothing to test then.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    if (descriptor_ < 0) std::abort();
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0) std::abort();
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace

FuzzTarget::FuzzTarget(std::string_view target_name, void (*read_file)(const std::filesystem::path& path))
    : name(target_name), read(read_file) {
  all_targets().push_back(this);
}

std::vector<const FuzzTarget*> fuzz_targets() {
  std::vector<const FuzzTarget*> targets = all_targets();
  std::sort(targets.begin(), targets.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  return targets;
}

bool feed(const FuzzTarget& target, std::string_view bytes) {
  const MemoryFile file(bytes);
  try {
    target.read(file.path());
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace attnscope
