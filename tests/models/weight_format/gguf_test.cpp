// GGUF files: what is in them, and every fault with its message.
#include <cmath>

#include "models/weight_format/gguf_builder.hpp"
#include "models/weight_format/weights.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

enum : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, flag, text, list, u64, i64, f64 };

std::string message_for(const std::string& bytes) {
  const TemporaryFolder folder;
  const auto path = folder.write("F.gguf", bytes);
  return message_of(folder, [&] { (void)open_weights(path); });
}

std::string with_entry(const std::string& entry) {
  return message_for(GgufFile{.entries = {entry}}.bytes());
}
std::string with_tensor(const std::string& tensor, std::size_t data_bytes = 32) {
  return message_for(GgufFile{.tensors = {tensor}, .data = std::string(data_bytes, '\0')}.bytes());
}

const std::string huge = little_endian<std::uint64_t>(~std::uint64_t{0});

/// Two tensors, every kind of metadata value.
GgufFile small_file() {
  return {.entries = {gguf_entry("general.architecture", text, gguf_text("llama")),
                      gguf_entry("llama.block_count", u32, little_endian<std::uint32_t>(2)),
                      gguf_entry("llama.rope.freq_base", f32, little_endian(10000.0F)),
                      gguf_entry("llama.causal", flag, "\1"),
                      gguf_entry("llama.head_count", list,
                                 little_endian<std::uint32_t>(i32) + little_endian<std::uint64_t>(2) +
                                     little_endian<std::int32_t>(4) + little_endian<std::int32_t>(8)),
                      gguf_entry("tokenizer.ggml.tokens", list,
                                 little_endian<std::uint32_t>(text) + little_endian<std::uint64_t>(1) +
                                     gguf_text("a"))},
          .tensors = {gguf_tensor("a", {3, 2}, 0, 0), gguf_tensor("b", {2}, 1, 32)},
          .data = little_endian(1.0F) + little_endian(2.0F) + little_endian(3.0F) + little_endian(4.0F) +
                  little_endian(5.0F) + little_endian(6.0F) + std::string(8, '\0') +
                  little_endian<std::uint32_t>(0x4000'3C00) + std::string(28, '\0')};
}

}  // namespace

TEST_CASE("a GGUF file gives its tensors outermost dimension first, and its metadata", "[gguf]") {
  const TemporaryFolder folder;
  const auto weights = open_weights(folder.write("small.gguf", small_file().bytes()));
  CHECK(weights->format() == "gguf");
  CHECK(weights->at("a").shape == std::vector<Index>{2, 3});
  CHECK(weights->matrix("a", 2, 3)(1, 0) == 4.0F);
  CHECK(weights->vector("b", 2) == std::vector<float>{1.0F, 2.0F});
  const Metadata& metadata = weights->metadata();
  CHECK(metadata.text("general.architecture") == "llama");
  CHECK(metadata.whole("llama.block_count") == 2);
  CHECK(metadata.real("llama.rope.freq_base") == 10000.0);
  CHECK(metadata.flag("llama.causal"));
  CHECK(metadata.wholes("llama.head_count") == std::vector<Index>{4, 8});
  CHECK(metadata.wholes("llama.block_count") == std::vector<Index>{2});
  CHECK(metadata.texts("tokenizer.ggml.tokens") == std::vector<std::string>{"a"});
  CHECK(metadata.whole_or("llama.none", 7) == 7);
  CHECK(message_of(folder, [&] { (void)metadata.whole("llama.none"); }) ==
        "small.gguf: metadata key 'llama.none' is missing");
  CHECK(message_of(folder, [&] { (void)metadata.whole("general.architecture"); }) ==
        "small.gguf: metadata key 'general.architecture': expected whole numbers, found 'llama'");
  CHECK(metadata_text(metadata.values().at("llama.head_count")) == "[4, 8]");
}

TEST_CASE("versions 2 and 3 are read, an empty file too", "[gguf]") {
  CHECK(message_for(GgufFile{.version = 2}.bytes()) == "no error");
  CHECK(message_for(GgufFile{}.bytes()) == "no error");
  CHECK(with_tensor(gguf_tensor("none", {0, 5}, 0, 0), 0) == "no error");
}

TEST_CASE("another magic number or version is refused", "[gguf]") {
  CHECK(message_for("FUGG" + std::string(20, '\0')) == "F.gguf: not a GGUF file (starts with 'FUGG')");
  CHECK(message_for(GgufFile{.version = 1}.bytes()) ==
        "F.gguf: GGUF version 1 is not supported (2 and 3 are)");
  CHECK(message_for(GgufFile{.version = 0}.bytes()) ==
        "F.gguf: GGUF version 0 is not supported (2 and 3 are)");
  CHECK(message_for(GgufFile{.version = 4}.bytes()) ==
        "F.gguf: GGUF version 4 is not supported (2 and 3 are)");
  CHECK(message_for(GgufFile{.version = 0x03000000}.bytes()) ==
        "F.gguf: looks like a big-endian GGUF file, which is not supported");
}

TEST_CASE("counts that the file cannot hold are refused", "[gguf]") {
  const std::string start = "GGUF" + little_endian<std::uint32_t>(3);
  const std::string none(8, '\0');
  CHECK(message_for(start + huge + none) ==
        "F.gguf: says 18446744073709551615 tensors, but the file has only 24 bytes");
  CHECK(message_for(start + none + huge) ==
        "F.gguf: says 18446744073709551615 metadata entries, but the file has only 24 bytes");
}

TEST_CASE("metadata keys and values that cannot be are refused", "[gguf]") {
  CHECK(with_entry(huge + std::string(20, '\0')) ==
        "F.gguf: metadata key 0 is 18446744073709551615 bytes long, 20 are left");
  CHECK(with_entry(gguf_entry("", u32, std::string(8, '\0'))) == "F.gguf: metadata key 0 is empty");
  const std::string name = gguf_entry("general.name", u32, std::string(4, '\0'));
  CHECK(message_for(GgufFile{.entries = {name, name}}.bytes()) ==
        "F.gguf: metadata key 'general.name' appears twice");
  CHECK(with_entry(gguf_entry("x", 13, std::string(8, '\0'))) == "F.gguf: key 'x' has unknown type 13");
  CHECK(with_entry(gguf_entry("x", flag, "\2" + std::string(8, '\0'))) ==
        "F.gguf: key 'x': a bool must be 0 or 1, found 2");
  CHECK(with_entry(gguf_entry("x", text, huge)) ==
        "F.gguf: key 'x': a text of 18446744073709551615 bytes, 0 are left");
  CHECK(with_entry(
            gguf_entry("tokens", list,
                       little_endian<std::uint32_t>(text) + little_endian(std::uint64_t{1} << 40) + "abc")) ==
        "F.gguf: key 'tokens': 1099511627776 entries do not fit in the 3 bytes left");
  CHECK(with_entry(
            gguf_entry("x", list, little_endian<std::uint32_t>(list) + little_endian<std::uint64_t>(1))) ==
        "F.gguf: key 'x': nested arrays are not supported");
}

TEST_CASE("an alignment must be a power of two of type u32", "[gguf]") {
  const std::string message = "F.gguf: general.alignment must be a power of two stored as u32, found ";
  CHECK(with_entry(gguf_entry("general.alignment", u32, little_endian<std::uint32_t>(0))) == message + "0");
  CHECK(with_entry(gguf_entry("general.alignment", u32, little_endian<std::uint32_t>(13))) == message + "13");
  CHECK(with_entry(gguf_entry("general.alignment", i32, little_endian<std::int32_t>(32))) ==
        message + "32, signed");
}

TEST_CASE("tensors of impossible shape or type are refused", "[gguf]") {
  CHECK(with_tensor(gguf_tensor("blk.0", {1, 1, 1, 1, 1}, 0, 0)) ==
        "F.gguf: tensor 'blk.0' has 5 dimensions, at most 4 are allowed");
  CHECK(with_tensor(gguf_tensor("t", {9223372036854775807ULL, 2}, 0, 0)) ==
        "F.gguf: tensor 't': 9223372036854775807 × 2 elements is too large");
  CHECK(with_tensor(gguf_tensor("t", {4294967296ULL, 4294967296ULL}, 0, 0)) ==
        "F.gguf: tensor 't': 4294967296 × 4294967296 elements is too large");
  CHECK(with_tensor(gguf_tensor("t", {~0ULL}, 0, 0)) ==
        "F.gguf: tensor 't': 18446744073709551615 elements is too large");
  CHECK(with_tensor(gguf_tensor("t", {100}, 12, 0)) ==
        "F.gguf: tensor 't': rows of 100 values, Q4_K needs a multiple of 256");
  CHECK(with_tensor(gguf_tensor("t", {32}, 31, 0)) == "F.gguf: tensor 't' has type 31 (removed from GGUF)");
  CHECK(with_tensor(gguf_tensor("t", {32}, 99, 0)) == "F.gguf: tensor 't' has unknown type 99");
  CHECK(with_tensor(gguf_tensor(std::string(65, 'n'), {1}, 0, 0)) ==
        "F.gguf: the name of tensor 0 is 65 bytes long, at most 64 are allowed");
}

TEST_CASE("a tensor that does not lie where it should is refused", "[gguf]") {
  CHECK(with_tensor(gguf_tensor("t", {1}, 0, 13)) ==
        "F.gguf: tensor 't': offset 13 is not a multiple of the alignment 32");
  CHECK(with_tensor(gguf_tensor("t", {16}, 0, 0)) ==
        "F.gguf: tensor 't': data from byte 0 on (64 bytes) lies outside the file (96 bytes); incomplete "
        "download?");
  CHECK(with_tensor(gguf_tensor("t", {1}, 0, ~std::uint64_t{31})) ==
        "F.gguf: tensor 't': data from byte 18446744073709551584 on (4 bytes) lies outside the file (96 "
        "bytes); "
        "incomplete download?");
  const std::string data(96, '\0');
  CHECK(message_for(
            GgufFile{.tensors = {gguf_tensor("a", {8}, 0, 0), gguf_tensor("b", {8}, 0, 0)}, .data = data}
                .bytes()) == "F.gguf: tensors 'a' and 'b' overlap");
  CHECK(message_for(
            GgufFile{.tensors = {gguf_tensor("a", {8}, 0, 0), gguf_tensor("b", {8}, 0, 64)}, .data = data}
                .bytes()) == "F.gguf: bytes 128–159 of the file belong to no tensor");
  CHECK(message_for(GgufFile{.tensors = {gguf_tensor("a", {8}, 0, 0), gguf_tensor("a", {8}, 0, 32)},
                             .data = data.substr(32)}
                        .bytes()) == "F.gguf: tensor 'a' appears twice");
  CHECK(with_tensor(gguf_tensor("t", {1}, 0, 0), 100) ==
        "F.gguf: 68 bytes after the last tensor; the file was changed or is a different format");
}

TEST_CASE("a vocabulary whose lists differ in length is refused", "[gguf]") {
  const std::string tokens = gguf_entry(
      "tokenizer.ggml.tokens", list,
      little_endian<std::uint32_t>(text) + little_endian<std::uint64_t>(2) + gguf_text("a") + gguf_text("b"));
  const std::string scores =
      gguf_entry("tokenizer.ggml.scores", list,
                 little_endian<std::uint32_t>(f32) + little_endian<std::uint64_t>(1) + little_endian(0.5F));
  CHECK(message_for(GgufFile{.entries = {tokens, scores}}.bytes()) ==
        "F.gguf: tokenizer has 2 tokens but 1 scores");
}

TEST_CASE("a type that is not read is listed, and named when its numbers are wanted", "[gguf]") {
  const TemporaryFolder folder;
  const auto weights = open_weights(folder.write(
      "F.gguf",
      GgufFile{.tensors = {gguf_tensor("t", {256}, 16, 0)}, .data = std::string(66, '\0')}.bytes()));
  CHECK(weights->at("t").dtype == "IQ2_XXS");
  CHECK(
      message_of(folder, [&] { (void)weights->vector("t", 256); }) ==
      "F.gguf: tensor 't' has type IQ2_XXS, which this program does not read; convert to F16, Q8_0 or Q4_K");
}

TEST_CASE("a split GGUF model is read from its parts, and missing ones are counted", "[gguf]") {
  const TemporaryFolder folder;
  const auto part = [](std::uint16_t number, const std::string& tensor) {
    return GgufFile{.entries = {gguf_entry("split.no", u16, little_endian(number)),
                                gguf_entry("split.count", u16, little_endian<std::uint16_t>(3)),
                                gguf_entry("split.tensors.count", i32, little_endian<std::int32_t>(3))},
                    .tensors = {gguf_tensor(tensor, {1}, 0, 0)},
                    .data = little_endian(static_cast<float>(number))}
        .bytes();
  };
  const auto first = folder.write("m-00001-of-00003.gguf", part(0, "a"));
  CHECK(message_of(folder, [&] { (void)open_weights(first); }) ==
        "m-00001-of-00003.gguf: part 1 of 3; parts 2 and 3 are missing next to it | the download is "
        "incomplete");
  folder.write("m-00002-of-00003.gguf", part(1, "b"));
  folder.write("m-00003-of-00003.gguf", part(2, "c"));
  const auto weights = open_weights(folder.path());
  CHECK(weights->tensors().size() == 3);
  CHECK(weights->vector("c", 1) == std::vector<float>{2.0F});
  CHECK(message_of(folder, [&] { (void)open_weights(folder.write("renamed.gguf", part(0, "a"))); }) ==
        "renamed.gguf: part 1 of 3; its name must end in '-00001-of-00003.gguf'");
}

TEST_CASE("the golden GGUF models are opened, and their quantised weights are near the plain ones",
          "[gguf]") {
  const std::string model = GENERATE("llama", "bert", "gpt2");
  const auto folder = golden_path() / "gguf";
  const auto plain = open_weights(folder / (model + "-f32.gguf"));
  CHECK(plain->metadata().text("general.architecture") == model);
  for (const char* type : {"f16", "q8_0"}) {
    const auto other = open_weights(folder / (model + "-" + type + ".gguf"));
    const Tensor& tensor = plain->at("token_embd.weight");
    const std::vector<float> expected = plain->numbers("token_embd.weight", tensor.shape);
    const std::vector<float> found = other->numbers("token_embd.weight", tensor.shape);
    double error = 0.0;
    for (std::size_t place = 0; place < expected.size(); ++place) {
      error =
          std::max(error, std::abs(static_cast<double>(expected[place]) - static_cast<double>(found[place])));
    }
    CHECK(error > 0.0);
    CHECK(error < 0.02);
  }
}

TEST_CASE("a GGUF file cut at any byte of its content is an error", "[gguf][sweep]") {
  const std::string whole = small_file().bytes();
  const std::size_t padding = 28;  // after the last tensor; a file may end without it
  REQUIRE(message_for(whole) == "no error");
  for (std::size_t length = 0; length < whole.size() - padding; ++length) {
    INFO(length);
    CHECK(message_for(whole.substr(0, length)) != "no error");
  }
}

TEST_CASE("a GGUF file with any one bit of its header turned over is read or refused", "[gguf][sweep]") {
  const std::string whole = small_file().bytes();
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < 8 * (whole.size() - 64); ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    refused += message_for(changed) != "no error" ? 1U : 0U;
  }
  CHECK(refused > 1000);
}
