// NumPy's .npy: one array, with a short text header.
//
//   \x93NUMPY · u8 major · u8 minor · u16 or u32 header length · {'descr': '<f4', 'fortran_order': False,
//   'shape': (2, 3), } · data
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/file.hpp"
#include "core/matrix.hpp"

namespace attnscope {

/// What stands before the data of an array.
struct NpyHeader {
  std::string descr;  ///< as written: "<f4"; "" for a structured array
  char kind = 0;      ///< 'b' bool, 'i' 'u' whole, 'f' real, 'c' complex, 'U' 'S' text, others
  Index item_bytes = 0;
  bool is_big_endian = false;
  bool is_column_major = false;
  std::vector<Index> shape;
  std::uint64_t data_begin = 0;  ///< bytes from the start of the array's file

  Index count() const;  ///< of items
};

/// Bytes that come one after the other; `what` starts the messages about them.
struct ByteSource {
  std::string what;
  std::uint64_t size = 0;  ///< as declared; the source may end before
  /// Fills as much of `bytes` as there is left and returns how much that is; less than all only at the end.
  std::function<std::size_t(std::span<std::byte> bytes)> read;
};

/// The bytes of a file from its start. Requires: `file` outlives the source.
ByteSource source_of(const InputFile& file);

/// An array being read. The header is read and checked at once; one of the reading functions may be called,
/// once.
class NpyReader {
 public:
  /// Throws: Error(input) for what is no .npy file; Error(unsupported) for pickled objects.
  explicit NpyReader(ByteSource source);

  const NpyHeader& header() const { return header_; }
  /// Bytes after the data: other arrays, or rubbish.
  std::uint64_t extra_bytes() const;

  /// The numbers, row-major whatever the file's order. Memory grows only with bytes that really come.
  /// Throws: Error(input) when the data ends early; Error(unsupported) for a kind that cannot be converted.
  std::vector<float> floats();
  std::vector<std::int64_t> wholes();  ///< of bool and whole numbers
  std::vector<std::string> texts();    ///< of 'U' and 'S', as UTF-8

 private:
  ByteSource source_;
  NpyHeader header_;
};

/// Turns `count` items at `bytes` into floats. Requires: the kind is b, i, u or f, of at most 8 bytes.
void convert_npy_items(const NpyHeader& header, const std::byte* bytes, float* floats, Index count);
/// Throws: Error(unsupported) when items of this kind are no real numbers. `what` starts the message.
void require_numbers(const NpyHeader& header, const std::string& what);

/// An array as float, row-major.
struct FloatArray {
  std::vector<Index> shape;
  std::vector<float> numbers;
};
FloatArray read_npy(const std::filesystem::path& path);

/// The bytes before the data, for row-major data; descr as "<f4" or "<i8".
std::string npy_header(std::string_view descr, std::span<const Index> shape);

/// Requires: as many numbers as the shape says. Throws: Error(output).
void write_npy(const std::filesystem::path& path, std::span<const Index> shape,
               std::span<const float> numbers);
void write_npy(const std::filesystem::path& path, std::span<const Index> shape,
               std::span<const std::int64_t> numbers);

/// "(12, 8)", as Python writes it.
std::string python_shape(std::span<const Index> shape);

}  // namespace attnscope
