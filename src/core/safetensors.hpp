// The frame of a safetensors file: a checked list of tensors, and their bytes.
//
//   u64 N · N bytes of JSON {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …} · data
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/file.hpp"
#include "core/matrix.hpp"

namespace attnscope {

/// A tensor as the header lists it.
struct TensorInfo {
  std::string name;
  std::string dtype;         ///< as written: "F16"; may be one that this program does not know
  std::vector<Index> shape;  ///< outermost first; empty for a single number
  std::uint64_t begin = 0;   ///< bytes from the start of the data
  std::uint64_t end = 0;

  std::uint64_t byte_count() const { return end - begin; }
};

/// An opened file whose header has been checked whole: tensors lie one after the other, without overlap or
/// hole, and end where the file ends; sizes agree with shapes. No tensor's data has been read. Thread safety:
/// `read` may be called from several threads.
class SafetensorsFile {
 public:
  /// Throws: Error(input) that names the tensor and what is wrong with it. Memory: a small multiple of the
  /// header.
  explicit SafetensorsFile(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return file_.path(); }
  /// By name.
  std::span<const TensorInfo> tensors() const { return tensors_; }
  /// Null when there is none of that name.
  const TensorInfo* find(std::string_view name) const;
  /// The strings of "__metadata__".
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// Fills `bytes` from byte `first` of the tensor on. Requires: first + bytes.size() <= tensor.byte_count().
  void read(const TensorInfo& tensor, std::uint64_t first, std::span<std::byte> bytes) const;

 private:
  InputFile file_;
  std::uint64_t data_begin_ = 0;
  std::vector<TensorInfo> tensors_;
  std::map<std::string, std::string> metadata_;
};

/// Bits of one element: 32 for "F32"; 0 for a dtype that is not known.
Index dtype_bits(std::string_view dtype);

/// A tensor of floats to write.
struct FloatTensor {
  std::string name;
  std::vector<Index> shape;
  std::span<const float> numbers;  ///< as many as the shape says
};

/// Writes F32 tensors, in the given order. Requires: names differ. Throws: Error(output).
void write_safetensors(const std::filesystem::path& path, std::span<const FloatTensor> tensors,
                       const std::map<std::string, std::string>& metadata = {});

}  // namespace attnscope
