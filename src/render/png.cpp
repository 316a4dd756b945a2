// stb encodes one grey channel, which becomes the palette's indices: the header's colour type 0 is turned
// into 3, and PLTE and iTXt go in before IDAT (stb has neither).
#include "render/png.hpp"

#include <libdeflate.h>
#include <stb_image_write.h>

#include <cassert>
#include <limits>

#include "core/error.hpp"

namespace attnscope {
namespace {

constexpr std::size_t signature_size = 8;
constexpr std::size_t header_chunk_size = 12 + 13;
constexpr std::size_t colour_type_offset = signature_size + 8 + 9;
constexpr char palette_colour_type = 3;

// stb computes (width x channels + 1) x height in int.
static_assert((3 * longest_side_px + 1) * 2 < std::numeric_limits<int>::max());
static_assert(most_pixels * 3 + longest_side_px < std::numeric_limits<int>::max());

std::string big_endian(std::size_t number) {
  const auto value = static_cast<std::uint32_t>(number);
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U})
    bytes += static_cast<char>(static_cast<unsigned char>(value >> shift));
  return bytes;
}

std::string chunk(std::string_view type, std::string_view data) {
  const std::string body = std::string(type) + std::string(data);
  return big_endian(data.size()) + body + big_endian(libdeflate_crc32(0, body.data(), body.size()));
}

std::string palette_chunk(const std::vector<Colour>& palette) {
  std::string data;
  for (const Colour colour : palette) {
    for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) data += static_cast<char>(part);
  }
  return chunk("PLTE", data);
}

/// Uncompressed international text without language or translated keyword.
std::string text_chunk(const PngText& entry) {
  assert(!entry.keyword.empty() && entry.keyword.size() <= 79);
  return chunk("iTXt", entry.keyword + std::string(5, '\0') + entry.text);
}

}  // namespace

std::string encode_png(const Picture& picture, std::span<const PngText> texts) {
  check_picture_size(picture.width, picture.height);
  const int channels = picture.is_indexed() ? 1 : 3;
  assert(static_cast<Index>(picture.pixels.size()) == picture.width * picture.height * channels);
  assert(picture.palette.size() <= 256);

  std::string bytes;
  std::string inserted = picture.is_indexed() ? palette_chunk(picture.palette) : std::string();
  for (const PngText& entry : texts) inserted += text_chunk(entry);
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  const int done = stbi_write_png_to_func(append, &bytes, static_cast<int>(picture.width),
                                          static_cast<int>(picture.height), channels, picture.pixels.data(),
                                          static_cast<int>(picture.width) * channels);
  if (done == 0) throw Error(Error::Kind::other, "picture: not enough memory to encode it");

  if (picture.is_indexed()) {
    bytes[colour_type_offset] = palette_colour_type;
    const std::size_t body = signature_size + 4;  // the checksum covers type and data
    bytes.replace(signature_size + header_chunk_size - 4, 4,
                  big_endian(libdeflate_crc32(0, &bytes[body], 4 + 13)));
  }
  bytes.insert(signature_size + header_chunk_size, inserted);
  return bytes;
}

}  // namespace attnscope
