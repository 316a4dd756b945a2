// The layout of a llama2.c checkpoint, worked out from its header.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "core/matrix.hpp"

namespace attnscope {

struct Llama2cHeader {
  Index version = 0;
  Index dim = 0;
  Index hidden_dim = 0;
  Index layers = 0;
  Index heads = 0;
  Index key_heads = 0;
  Index vocabulary = 0;
  Index positions = 0;
  bool shares_classifier = true;  ///< the output layer is the embedding table
  Index group_size = 0;           ///< of version 2: numbers that share a scale
  std::uint64_t data_begin = 0;

  Index key_dim() const { return dim / heads * key_heads; }
};

struct Llama2cTensor {
  std::string name;  ///< as GGUF names it
  std::vector<Index> shape;
  std::uint64_t offset = 0;  ///< from the start of the file
  std::uint64_t bytes = 0;
  bool is_quantised = false;  ///< signed bytes, then a float scale for each group
};

/// Whether the file starts as some version does: by its magic number, or by a plausible header of version 0
/// whose sizes fill the file exactly.
bool is_llama2c(const std::string& start, std::uint64_t file_size);

/// Throws: Error(input) for a header that cannot be, and when the file is not as long as it says.
Llama2cHeader read_llama2c_header(const InputFile& file);
std::vector<Llama2cTensor> llama2c_tensors(const Llama2cHeader& header);

}  // namespace attnscope
