// POSIX descriptors: every result is checked, every failure names the file and the system's reason.
#include "core/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

std::string reason() { return std::system_category().message(errno); }

std::string shown(const std::filesystem::path& path) { return printable(path.string(), 400); }

void refuse_directory(const std::filesystem::path& path, const struct stat& status) {
  if (!S_ISDIR(status.st_mode)) return;
  throw Error(Error::Kind::input, shown(path) + ": expected a file, found a directory",
              "a model folder is given with --model");
}

int open_input(const std::filesystem::path& path, struct stat& status, int flags = 0) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
  if (descriptor < 0) throw Error(Error::Kind::input, shown(path) + ": cannot be read: " + reason());
  if (::fstat(descriptor, &status) != 0 || S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    refuse_directory(path, status);
    throw Error(Error::Kind::input, shown(path) + ": cannot be read");
  }
  return descriptor;
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& path) : path_(path) {
  struct stat status {};
  descriptor_ = open_input(path, status, O_NONBLOCK);  // a pipe without a writer would wait for ever
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw Error(Error::Kind::input, shown(path) + ": expected a file, found a pipe or device",
                "it is read at several places; write it to a file first");
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)), size_(other.size_), descriptor_(std::exchange(other.descriptor_, -1)) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(size_, other.size_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void InputFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw Error(Error::Kind::input, shown(path_) + ": cannot be read: " + reason());
    if (count == 0) {
      throw Error(Error::Kind::input, shown(path_) + ": ends at byte " + std::to_string(offset) + ", " +
                                          std::to_string(bytes.size()) + " more expected",
                  "the file is incomplete, or something is changing it");
    }
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

std::string read_text(const std::filesystem::path& path, std::uint64_t most_bytes) {
  const bool is_standard_input = path == "-";
  struct stat status {};
  const int descriptor = is_standard_input ? STDIN_FILENO : open_input(path, status);
  const auto fail = [&](const std::string& message) {
    if (!is_standard_input) ::close(descriptor);
    throw Error(Error::Kind::input, (is_standard_input ? "standard input" : shown(path)) + ": " + message);
  };
  const auto refuse_length = [&] { fail("longer than the limit of " + std::to_string(most_bytes) + " bytes"); };
  std::string text;
  std::size_t used = 0;
  if (!is_standard_input && static_cast<std::uint64_t>(status.st_size) > most_bytes) refuse_length();
  if (!is_standard_input && status.st_size > 0) text.resize(static_cast<std::size_t>(status.st_size) + 1);
  while (true) {
    if (used == text.size()) text.resize(used + buffer_size);
    const ssize_t count = ::read(descriptor, text.data() + used, text.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("cannot be read: " + reason());
    if (count == 0) break;
    used += static_cast<std::size_t>(count);
    if (used > most_bytes) refuse_length();
  }
  if (!is_standard_input) ::close(descriptor);
  text.resize(used);
  return text;
}

struct OutputFile::State {
  std::filesystem::path shown_path;  // as the user typed it
  std::filesystem::path final_path;
  std::filesystem::path temporary_path;  // empty when written directly
  std::string buffer;
  int descriptor = -1;

  [[noreturn]] void fail() const {
    throw Error(Error::Kind::output, "cannot write '" + shown(shown_path) + "': " + reason());
  }

  void write_through(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail();
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  void flush() {
    write_through(buffer);
    buffer.clear();
  }
};

OutputFile::OutputFile(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
  state_->shown_path = path;
  if (path == "-") {
    state_->descriptor = STDOUT_FILENO;
    return;
  }
  std::error_code ignored;
  const std::filesystem::path target = std::filesystem::is_symlink(path, ignored)
                                           ? std::filesystem::weakly_canonical(path, ignored)
                                           : path;  // a link stays a link to the new file
  const auto status = std::filesystem::status(target, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    state_->descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (state_->descriptor < 0) state_->fail();
    return;
  }
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  std::string pattern = (folder / ("." + target.filename().string() + ".XXXXXX.tmp")).string();
  state_->descriptor = ::mkostemps(pattern.data(), 4, O_CLOEXEC);  // 4: the length of ".tmp"
  if (state_->descriptor < 0) state_->fail();
  state_->temporary_path = pattern;
  state_->final_path = target;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(state_->descriptor, 0666 & ~mask);
}

OutputFile::~OutputFile() {
  if (state_->descriptor >= 0 && state_->descriptor != STDOUT_FILENO) ::close(state_->descriptor);
  if (!state_->temporary_path.empty()) ::unlink(state_->temporary_path.c_str());
}

void OutputFile::write(std::string_view bytes) {
  written_ += bytes.size();
  if (state_->buffer.size() + bytes.size() > buffer_size) state_->flush();
  if (bytes.size() >= buffer_size) {
    state_->write_through(bytes);
  } else {
    state_->buffer += bytes;
  }
}

void OutputFile::write(std::span<const std::byte> bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void OutputFile::commit() {
  state_->flush();
  if (state_->descriptor == STDOUT_FILENO) return;
  const int descriptor = std::exchange(state_->descriptor, -1);
  if (::close(descriptor) != 0) state_->fail();
  if (state_->temporary_path.empty()) return;
  if (::rename(state_->temporary_path.c_str(), state_->final_path.c_str()) != 0) state_->fail();
  state_->temporary_path.clear();
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

void create_folder(const std::filesystem::path& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (!code && std::filesystem::is_directory(path, code)) return;
  const std::string why = code ? code.message() : "there is a file of that name";
  throw Error(Error::Kind::output, "cannot create the folder '" + shown(path) + "': " + why);
}

std::string safe_file_name(std::string_view wanted) {
  constexpr std::size_t most = 100;
  std::string name;
  for (const char letter : wanted.substr(0, most)) {
    const bool safe = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                      (letter >= '0' && letter <= '9') || letter == '.' || letter == '_' || letter == '-';
    name += safe ? letter : '_';
  }
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(name.begin(), '_');
  return name;
}

}  // namespace attnscope
