// Reading inputs whole and writing outputs so that nothing is ever half-written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace attnscope {

/// A file opened once and read at given places, through one descriptor; its size is taken when it is opened.
/// Thread safety: `read` may be called from several threads.
class InputFile {
 public:
  /// Throws: Error(input) when the path is missing, unreadable, a directory, a pipe or a device.
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  /// Fills `bytes` from `offset` on. Throws: Error(input) when the file ends before.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::filesystem::path path_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
};

/// The whole file, or standard input for "-" (pipes and devices as well). Throws: Error(input) when it cannot be
/// read or is longer than `most_bytes`.
std::string read_text(const std::filesystem::path& path, std::uint64_t most_bytes = std::uint64_t{1} << 32);

/// A file that appears under its name only when `commit` has written it to the end; a destroyed one leaves no trace.
/// Devices, pipes and "-" (standard output) are written directly.
class OutputFile {
 public:
  /// Throws: Error(output) when the folder is missing or cannot be written.
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws: Error(output), naming the file and the reason (no space left, …).
  void write(std::string_view bytes);
  void write(std::span<const std::byte> bytes);
  void commit();
  std::uint64_t written() const { return written_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::uint64_t written_ = 0;
};

/// Writes all bytes as one OutputFile.
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// Creates the folder and its parents. Throws: Error(output).
void create_folder(const std::filesystem::path& path);

/// A file name made from data: only [A-Za-z0-9._-], at most 100 bytes, never empty, no leading dot or dash.
std::string safe_file_name(std::string_view wanted);

}  // namespace attnscope
