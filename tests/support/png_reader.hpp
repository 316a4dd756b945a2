// Reads a PNG back, chunk by chunk, with libdeflate only: the tests' own view of what was written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/picture.hpp"

namespace attnscope {

struct PngChunk {
  std::string type;
  std::string data;
  bool is_checksum_right = false;
};

/// Every chunk in order. Fails the running test when the signature is wrong or a chunk is cut short.
std::vector<PngChunk> png_chunks(const std::string& bytes);

/// The picture, by its header, palette and unfiltered pixels. Fails the running test for anything else.
Picture read_png(const std::string& bytes);

}  // namespace attnscope
