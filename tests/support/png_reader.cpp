// Follows the PNG specification (ISO/IEC 15948), for 8 bits a sample, no filter, no interlace.
#include "support/png_reader.hpp"

#include <libdeflate.h>

#include "support/catch.hpp"

namespace attnscope {
namespace {

std::uint32_t big_endian(const std::string& bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t byte = 0; byte < 4; ++byte)
    value = value << 8 | static_cast<unsigned char>(bytes[offset + byte]);
  return value;
}

}  // namespace

std::vector<PngChunk> png_chunks(const std::string& bytes) {
  REQUIRE(bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  std::vector<PngChunk> chunks;
  for (std::size_t offset = 8; offset < bytes.size();) {
    REQUIRE(offset + 12 <= bytes.size());
    const std::size_t size = big_endian(bytes, offset);
    REQUIRE(offset + 12 + size <= bytes.size());
    const std::uint32_t checksum = libdeflate_crc32(0, &bytes[offset + 4], 4 + size);
    chunks.push_back({bytes.substr(offset + 4, 4), bytes.substr(offset + 8, size),
                      checksum == big_endian(bytes, offset + 8 + size)});
    offset += 12 + size;
  }
  return chunks;
}

Picture read_png(const std::string& bytes) {
  Picture picture;
  std::string compressed;
  std::size_t channels = 0;
  for (const PngChunk& chunk : png_chunks(bytes)) {
    if (chunk.type == "IHDR") {
      picture.width = big_endian(chunk.data, 0);
      picture.height = big_endian(chunk.data, 4);
      REQUIRE(chunk.data[8] == 8);
      REQUIRE((chunk.data[9] == 2 || chunk.data[9] == 3));
      channels = chunk.data[9] == 3 ? 1 : 3;
    } else if (chunk.type == "PLTE") {
      for (std::size_t entry = 0; entry + 2 < chunk.data.size(); entry += 3) {
        picture.palette.push_back({static_cast<std::uint8_t>(chunk.data[entry]),
                                   static_cast<std::uint8_t>(chunk.data[entry + 1]),
                                   static_cast<std::uint8_t>(chunk.data[entry + 2])});
      }
    } else if (chunk.type == "IDAT") {
      compressed += chunk.data;
    }
  }
  const std::size_t row_size = static_cast<std::size_t>(picture.width) * channels;
  std::vector<std::uint8_t> rows((row_size + 1) * static_cast<std::size_t>(picture.height));
  std::size_t found = 0;
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  const libdeflate_result result = libdeflate_zlib_decompress(
      decompressor, compressed.data(), compressed.size(), rows.data(), rows.size(), &found);
  libdeflate_free_decompressor(decompressor);
  REQUIRE(result == LIBDEFLATE_SUCCESS);
  REQUIRE(found == rows.size());
  for (std::size_t row = 0; row < rows.size(); row += row_size + 1) {
    REQUIRE(rows[row] == 0);  // filter "none"
    picture.pixels.insert(picture.pixels.end(), &rows[row] + 1, &rows[row] + 1 + row_size);
  }
  return picture;
}

}  // namespace attnscope
