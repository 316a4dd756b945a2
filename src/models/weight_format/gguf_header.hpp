// The header of a GGUF file: metadata, then the list of tensors.
//
//   "GGUF" · u32 version · u64 tensors · u64 entries · entries · tensors · padding · data
#pragma once

#include <string>
#include <vector>

#include "core/file.hpp"
#include "models/weight_format/gguf_type.hpp"
#include "models/weight_format/metadata.hpp"

namespace attnscope {

struct GgufTensor {
  std::string name;
  std::vector<Index> shape;  ///< outermost first: the file's order turned round
  const GgufType* type = nullptr;
  std::uint64_t offset = 0;  ///< from the start of the file
  std::uint64_t bytes = 0;
};

struct GgufHeader {
  Metadata metadata;
  std::vector<GgufTensor> tensors;
};

/// Reads and checks the header: every count and length against what the file has left, and that the tensors
/// lie one after the other inside the file. Throws: Error(input) that names the key or tensor;
/// Error(unsupported) for other versions and for tensor types that are not known.
GgufHeader read_gguf_header(const InputFile& file);

}  // namespace attnscope
