// .npz archives: written ones are read back, hostile ones are refused.
#include "core/zip_archive.hpp"

#include <libdeflate.h>

#include <cstring>

#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

/// A zip file of one entry, with every field at the caller's choice.
struct OneEntry {
  std::string name = "a.npy";
  std::string content;     // as stored
  std::string plain;       // what the checksum is of
  std::uint32_t size = 0;  // as declared
  std::uint16_t method = 0;
  std::uint16_t flags = 0;
};

template <typename Number>
void append(std::string& bytes, std::initializer_list<Number> numbers) {
  for (const Number number : numbers) bytes.append(reinterpret_cast<const char*>(&number), sizeof(Number));
}

std::string zip_of(const OneEntry& entry) {
  using Short = std::uint16_t;
  using Word = std::uint32_t;
  const Word checksum = libdeflate_crc32(0, entry.plain.data(), entry.plain.size());
  const auto stored = static_cast<Word>(entry.content.size());
  const auto name_size = static_cast<Short>(entry.name.size());
  std::string bytes;
  append<Word>(bytes, {0x04034B50});
  append<Short>(bytes, {20, entry.flags, entry.method, 0, 0x21});
  append<Word>(bytes, {checksum, stored, entry.size});
  append<Short>(bytes, {name_size, 0});
  bytes += entry.name + entry.content;
  const auto directory = static_cast<Word>(bytes.size());
  append<Word>(bytes, {0x02014B50});
  append<Short>(bytes, {20, 20, entry.flags, entry.method, 0, 0x21});
  append<Word>(bytes, {checksum, stored, entry.size});
  append<Short>(bytes, {name_size, 0, 0, 0, 0});
  append<Word>(bytes, {0, 0});
  bytes += entry.name;
  const auto end = static_cast<Word>(bytes.size());
  append<Word>(bytes, {0x06054B50});
  append<Short>(bytes, {0, 0, 1, 1});
  append<Word>(bytes, {end - directory, directory});
  append<Short>(bytes, {0});
  return bytes;
}

std::string deflated(const std::string& plain) {
  libdeflate_compressor* const compressor = libdeflate_alloc_compressor(9);
  std::string out(libdeflate_deflate_compress_bound(compressor, plain.size()), '\0');
  out.resize(libdeflate_deflate_compress(compressor, plain.data(), plain.size(), out.data(), out.size()));
  libdeflate_free_compressor(compressor);
  return out;
}

std::string message_for(const std::string& bytes, const std::string& array = "a") {
  const TemporaryFolder folder;
  const auto path = folder.write("F", bytes);
  return message_of(folder, [&] { (void)NpzReader(path).floats(array); });
}

std::string small_npz() {
  const TemporaryFolder folder;
  const std::vector<float> numbers{1.0F, 2.0F};
  const std::vector<Index> shape{2};
  OutputFile file(folder.path() / "a.npz");
  ZipWriter archive(file);
  add_npy(archive, "a", shape, numbers);
  archive.finish();
  file.commit();
  return read_text(folder.path() / "a.npz");
}

}  // namespace

TEST_CASE("arrays written to an archive are read back, at once or in pieces", "[npz]") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "weights.npz";
  const std::vector<float> numbers{0.5F, 0.25F, 0.25F, 1.0F};
  const std::vector<std::int64_t> layers{0, 5};
  {
    OutputFile file(path);
    ZipWriter archive(file);
    add_npy(archive, "weights_0", std::vector<Index>{1, 2, 2}, numbers);
    add_npy(archive, "layers", std::vector<Index>{2}, layers);
    begin_npy(archive, "weights_1", std::vector<Index>{2, 2});
    archive.write(std::as_bytes(std::span(numbers).first(1)));
    archive.write(std::as_bytes(std::span(numbers).subspan(1)));
    archive.end();
    archive.finish();
    file.commit();
  }
  const NpzReader npz(path);
  CHECK(npz.names() == std::vector<std::string>{"weights_0", "layers", "weights_1"});
  CHECK(npz.floats("weights_0").shape == std::vector<Index>{1, 2, 2});
  CHECK(npz.floats("weights_1").numbers == numbers);
  CHECK(npz.wholes("layers") == layers);
}

TEST_CASE("an array without numbers has its own checksum", "[npz]") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "empty.npz";
  {
    OutputFile file(path);
    ZipWriter archive(file);
    add_npy(archive, "at once", std::vector<Index>{0, 3}, std::span<const float>());
    begin_npy(archive, "in pieces", std::vector<Index>{0});
    archive.write(std::span<const std::byte>());
    archive.end();
    archive.finish();
    file.commit();
  }
  CHECK(NpzReader(path).floats("at once").shape == std::vector<Index>{0, 3});
  CHECK(NpzReader(path).floats("in pieces").numbers.empty());
}

TEST_CASE("the same arrays give the same archive", "[npz]") {
  CHECK(small_npz() == small_npz());
}

TEST_CASE("an archive that NumPy wrote is read", "[npz]") {
  const NpzReader npz(golden_path() / "llama2c" / "stories260K.npz");
  CHECK(npz.floats("attentions").shape == std::vector<Index>{5, 8, 27, 27});
  CHECK(npz.wholes("input_ids").front() == 1);
  CHECK(npz.texts("tokens").size() == 27);
}

TEST_CASE("a missing array is answered with those that are there", "[npz]") {
  CHECK(message_for(small_npz(), "attn") == "F: no array 'attn'; the file has: a");
}

TEST_CASE("an entry that holds more than its array says is refused", "[npz]") {
  const std::string plain = npy_header("<f4", std::vector<Index>{2}) + std::string(64 << 20, '\0');
  const auto size = static_cast<std::uint32_t>(plain.size());
  CHECK(message_for(zip_of({.content = deflated(plain), .plain = plain, .size = size, .method = 8})) ==
        "F: entry 'a.npy' inflates past the 8 bytes that its header gives");
}

TEST_CASE("an archive that inflates to far more than its size is refused", "[npz]") {
  const TemporaryFolder folder;
  const std::string plain(3 << 20, '\0');
  const auto size = static_cast<std::uint32_t>(plain.size());
  const auto path =
      folder.write("F", zip_of({.content = deflated(plain), .plain = plain, .size = size, .method = 8}));
  CHECK(message_of(folder, [&] {
          const ZipReader archive(path, 2 << 20);
          std::vector<std::byte> bytes(plain.size());
          (void)archive.open("a.npy").read(bytes);
        }) == "F: entry 'a.npy' inflates past the limit of 2097152 bytes for an archive of this size");
}

TEST_CASE("methods other than stored and deflate, and encryption, are refused by name", "[npz]") {
  CHECK(message_for(zip_of({.content = "x", .plain = "x", .size = 1, .method = 93})) ==
        "F: entry 'a.npy' uses compression method 93 (zstd); only stored and deflate");
  CHECK(message_for(zip_of({.content = std::string(20, 'x'), .plain = "x", .size = 8, .flags = 1})) ==
        "F: entry 'a.npy' is encrypted");
}

TEST_CASE("an entry name that looks like a path is only a label", "[npz]") {
  const std::string plain = npy_header("<f4", std::vector<Index>{1}) + std::string(4, '\0');
  const auto size = static_cast<std::uint32_t>(plain.size());
  const std::string bytes =
      zip_of({.name = "../../evil.npy", .content = plain, .plain = plain, .size = size});
  CHECK(message_for(bytes, "../../evil") == "no error");
}

TEST_CASE("an archive cut at any byte is an error", "[npz][sweep]") {
  const std::string whole = small_npz();
  REQUIRE(message_for(whole) == "no error");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    INFO(length);
    CHECK(message_for(whole.substr(0, length)) != "no error");
  }
}
