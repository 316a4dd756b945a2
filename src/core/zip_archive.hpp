// Zip archives, as .npz files are: written stored, and read with limits that hold for hostile ones.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/file.hpp"
#include "core/npy.hpp"

namespace attnscope {

/// Writes entries one after the other, not compressed, dated 1980-01-01: the same content gives the same
/// bytes. Entries larger than 4 GB and archives larger than 4 GB use zip64.
class ZipWriter {
 public:
  /// Requires: `file` is empty and outlives the writer.
  explicit ZipWriter(OutputFile& file);
  ~ZipWriter();

  /// One entry whose bytes are at hand: `head` and then `body`.
  void add(std::string_view name, std::string_view head, std::span<const std::byte> body = {});

  /// One entry in pieces: its size is stated first, its checksum follows the data.
  /// Requires: the pieces add up to `size`; entries do not nest.
  void begin(std::string_view name, std::uint64_t size);
  void write(std::span<const std::byte> bytes);
  void end();

  /// Writes the directory; the file still has to be committed.
  void finish();

 private:
  struct Entry;
  void write_local_header(const Entry& entry);

  OutputFile& file_;
  std::vector<Entry> entries_;
};

/// An array in an archive, as .npz names it.
void add_npy(ZipWriter& archive, std::string_view name, std::span<const Index> shape,
             std::span<const float> numbers);
void add_npy(ZipWriter& archive, std::string_view name, std::span<const Index> shape,
             std::span<const std::int64_t> numbers);
/// Starts an array of floats whose numbers follow in pieces by `write`; then `end`.
void begin_npy(ZipWriter& archive, std::string_view name, std::span<const Index> shape);

/// An archive opened for reading. Entry names are labels, never paths.
class ZipReader {
 public:
  /// Throws: Error(input) for what is no archive, is inconsistent, names an entry twice or has more than 65
  /// 536.
  explicit ZipReader(const std::filesystem::path& path, std::uint64_t most_inflated = std::uint64_t{8} << 30);
  ~ZipReader();
  ZipReader(ZipReader&&) noexcept;

  const std::vector<std::string>& names() const;
  /// The entry's bytes. All sources of one reader together give at most min(8 GiB, 1000 · file size + 16
  /// MiB). Requires: the name is one of `names`; the reader outlives the source; one source is read at a
  /// time. Throws: Error(unsupported) for encryption or a method other than stored and deflate.
  ByteSource open(std::string_view name) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The arrays of an .npz file.
class NpzReader {
 public:
  explicit NpzReader(const std::filesystem::path& path) : archive_(path), path_(path) {}

  /// Without ".npy", in the file's order.
  std::vector<std::string> names() const;
  bool has(std::string_view name) const;
  /// Throws: Error(input) that lists what the file has, when there is no such array.
  NpyHeader header(std::string_view name) const;
  /// Throws also as NpyReader, and when the entry holds more than its array.
  FloatArray floats(std::string_view name) const;
  std::vector<std::int64_t> wholes(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;

 private:
  ByteSource source(std::string_view name) const;

  ZipReader archive_;
  std::filesystem::path path_;
};

}  // namespace attnscope
