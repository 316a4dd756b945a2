// PNG files as any other program reads them.
#include "render/png.hpp"

#include <algorithm>
#include <thread>

#include "core/error.hpp"
#include "support/catch.hpp"
#include "support/png_reader.hpp"

namespace attnscope {
namespace {

Picture striped(Index width, Index height) {
  Picture picture{width, height, {}, {{255, 255, 255}, {200, 10, 30}, {0, 0, 128}}};
  for (Index pixel = 0; pixel < width * height; ++pixel)
    picture.pixels.push_back(static_cast<std::uint8_t>(pixel % 3));
  return picture;
}

}  // namespace

TEST_CASE("a picture with a palette comes back from its PNG with the same entries and colours",
          "[render][png]") {
  const Picture picture = striped(7, 5);
  const Picture read = read_png(encode_png(picture));
  CHECK(read.width == 7);
  CHECK(read.height == 5);
  CHECK(read.palette == picture.palette);
  CHECK(read.pixels == picture.pixels);
}

TEST_CASE("a picture without a palette is written as red, green, blue", "[render][png]") {
  const Picture picture{2, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 250, 251, 252}, {}};
  const Picture read = read_png(encode_png(picture));
  CHECK(read.palette.empty());
  CHECK(read.pixels == picture.pixels);
  CHECK(read.at(1, 1) == Colour{250, 251, 252});
}

TEST_CASE("a palette may hold 256 colours", "[render][png]") {
  Picture picture{256, 1, {}, {}};
  for (int entry = 0; entry < 256; ++entry) {
    picture.pixels.push_back(static_cast<std::uint8_t>(entry));
    picture.palette.push_back({static_cast<std::uint8_t>(entry), 0, static_cast<std::uint8_t>(255 - entry)});
  }
  const Picture read = read_png(encode_png(picture));
  CHECK(read.palette == picture.palette);
  CHECK(read.pixels == picture.pixels);
}

TEST_CASE("header, palette, text, data and end stand in that order with right checksums", "[render][png]") {
  const std::vector<PngText> texts = {{"Title", "Layer 4, head 0"}, {"attnscope:text", "naïve 猫"}};
  const std::vector<PngChunk> chunks = png_chunks(encode_png(striped(3, 3), texts));
  std::vector<std::string> types;
  for (const PngChunk& chunk : chunks) {
    types.push_back(chunk.type);
    CHECK(chunk.is_checksum_right);
  }
  CHECK(types == std::vector<std::string>{"IHDR", "PLTE", "iTXt", "iTXt", "IDAT", "IEND"});
  CHECK(chunks[0].data == std::string("\0\0\0\3\0\0\0\3\x8\3\0\0\0", 13));
  CHECK(chunks[2].data == std::string("Title\0\0\0\0\0Layer 4, head 0", 25));
  CHECK(chunks[3].data == "attnscope:text" + std::string(5, '\0') + "naïve 猫");
}

TEST_CASE("several threads encode to the same bytes as one", "[render][png]") {
  const Picture picture = striped(300, 200);
  const std::string expected = encode_png(picture);
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (std::string& bytes : found) threads.emplace_back([&picture, &bytes] { bytes = encode_png(picture); });
  for (std::thread& thread : threads) thread.join();
  CHECK(std::ranges::all_of(found, [&expected](const std::string& bytes) { return bytes == expected; }));
}

TEST_CASE("a picture beyond the limits is refused with both sizes and advice", "[render][png]") {
  CHECK_NOTHROW(check_picture_size(32'000, 12'500));
  CHECK_THROWS_WITH(check_picture_size(32'001, 10),
                    "picture: expected at most 32000 pixels a side and 400 million in "
                    "all, found 32001 x 10");
  CHECK_THROWS_AS(check_picture_size(20'001, 20'000), Error);
  try {
    check_picture_size(40'000, 40'000);
  } catch (const Error& error) {
    CHECK(error.kind() == Error::Kind::usage);
    CHECK(error.hint() == "use a smaller scale, fewer layers or heads, or a shorter text");
  }
}

}  // namespace attnscope
