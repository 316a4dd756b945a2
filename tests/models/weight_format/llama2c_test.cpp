// llama2.c checkpoints of every version, and headers that cannot be.
#include <algorithm>
#include <cstring>

#include "models/weight_format/gguf_builder.hpp"
#include "models/weight_format/weights.hpp"
#include "support/catch.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

std::string ints(std::initializer_list<std::int32_t> numbers) {
  std::string bytes;
  for (const std::int32_t number : numbers) bytes += little_endian(number);
  return bytes;
}

/// `count` floats: first, first + 1, …
std::string floats_from(float first, std::size_t count) {
  std::string bytes;
  for (std::size_t place = 0; place < count; ++place)
    bytes += little_endian(first + static_cast<float>(place));
  return bytes;
}

// dim 4, hidden 2, one layer, two heads, one key head, 3 tokens, 2 positions. Head size 2, key dim 2.
constexpr std::size_t layer_numbers = 4 + 16 + 8 + 8 + 16 + 4 + 8 + 8 + 8;

std::string version_0(std::int32_t vocabulary = 3) {
  const std::size_t classifier = vocabulary < 0 ? 12 : 0;
  return ints({4, 2, 1, 2, 1, vocabulary, 2}) + floats_from(0, 12 + layer_numbers + 4 + 2 * 2 + classifier);
}

std::string later_header(std::int32_t version, std::int32_t group_size, char shared = 1) {
  std::string header =
      "24ka" + ints({version, 4, 2, 1, 2, 1, 3, 2}) + std::string(1, shared) + ints({group_size});
  header.resize(256, '\0');
  return header;
}

std::string message_for(const std::string& bytes) {
  const TemporaryFolder folder;
  const auto path = folder.write("F.bin", bytes);
  return message_of(folder, [&] { (void)open_weights(path); });
}

}  // namespace

TEST_CASE("a llama2.c checkpoint of version 0 is shown with GGUF's names", "[llama2c]") {
  const TemporaryFolder folder;
  const auto weights = open_weights(folder.write("stories.bin", version_0()));
  CHECK(weights->format() == "llama2c");
  CHECK(weights->matrix("token_embd.weight", 3, 4)(2, 3) == 11.0F);
  CHECK(weights->vector("blk.0.attn_norm.weight", 4).front() == 12.0F);
  CHECK(weights->matrix("blk.0.attn_q.weight", 4, 4)(0, 0) == 16.0F);
  CHECK(weights->matrix("blk.0.attn_k.weight", 2, 4)(0, 0) == 32.0F);
  CHECK(weights->matrix("blk.0.attn_v.weight", 2, 4)(0, 0) == 40.0F);
  CHECK(weights->matrix("blk.0.attn_output.weight", 4, 4)(0, 0) == 48.0F);
  CHECK(weights->matrix("blk.0.ffn_gate.weight", 2, 4)(0, 0) == 68.0F);
  CHECK(weights->matrix("blk.0.ffn_down.weight", 4, 2)(0, 0) == 76.0F);
  CHECK(weights->matrix("blk.0.ffn_up.weight", 2, 4)(0, 0) == 84.0F);
  CHECK(weights->vector("output_norm.weight", 4).front() == 92.0F);
  CHECK_FALSE(weights->has("output.weight"));
  CHECK(weights->metadata().text("general.architecture") == "llama");
  CHECK(weights->metadata().whole("llama.attention.head_count_kv") == 1);
  CHECK(weights->metadata().real("llama.attention.layer_norm_rms_epsilon") == 1e-5);
}

TEST_CASE("a negative vocabulary means a classifier of its own, after the tables of rotations", "[llama2c]") {
  const TemporaryFolder folder;
  const auto weights = open_weights(folder.write("F.bin", version_0(-3)));
  CHECK(weights->matrix("output.weight", 3, 4)(0, 0) == 100.0F);
}

TEST_CASE("version 1 has its norms first", "[llama2c]") {
  const TemporaryFolder folder;
  const auto weights =
      open_weights(folder.write("F.bin", later_header(1, 0) + floats_from(0, 12 + layer_numbers + 4)));
  CHECK(weights->vector("blk.0.attn_norm.weight", 4).front() == 0.0F);
  CHECK(weights->vector("blk.0.ffn_norm.weight", 4).front() == 4.0F);
  CHECK(weights->vector("output_norm.weight", 4).front() == 8.0F);
  CHECK(weights->matrix("token_embd.weight", 3, 4)(0, 0) == 12.0F);
  CHECK(weights->matrix("blk.0.attn_q.weight", 4, 4)(0, 0) == 24.0F);
  CHECK(weights->matrix("blk.0.ffn_up.weight", 2, 4)(1, 3) == 95.0F);
}

TEST_CASE("version 2 multiplies bytes with the scale of their group", "[llama2c]") {
  const auto tensor = [](std::size_t count, char code, float scale) {
    return std::string(count, code) + floats_from(scale, count / 2);
  };
  std::string bytes = later_header(2, 2) + floats_from(0, 12);
  bytes += tensor(12, '\3', 0.5F);
  for (const std::size_t count : {16U, 8U, 8U, 16U, 8U, 8U, 8U}) bytes += tensor(count, '\xFE', 1.0F);
  const TemporaryFolder folder;
  const auto weights = open_weights(folder.write("F.bin", bytes));
  CHECK(weights->at("token_embd.weight").dtype == "Q8");
  const Matrix table = weights->matrix("token_embd.weight", 3, 4);
  CHECK(table(0, 1) == 1.5F);
  CHECK(table(0, 2) == 4.5F);
  CHECK(table(2, 3) == 16.5F);
  const std::vector<Index> last{2};
  CHECK(weights->rows("token_embd.weight", last, 4)(0, 0) == 13.5F);
  CHECK(weights->matrix("blk.0.ffn_up.weight", 2, 4)(1, 3) == -8.0F);
}

TEST_CASE("llama2.c headers that cannot be are refused", "[llama2c]") {
  CHECK(message_for(std::string(27, '\1')) == "F.bin: too short for a llama2.c header (28 bytes)");
  CHECK(message_for(ints({0, 2, 1, 2, 1, 3, 2})) ==
        "F.bin: header field dim = 0; not a llama2.c checkpoint?");
  CHECK(message_for(ints({4, 2, 1, 0, 1, 3, 2})) ==
        "F.bin: header field n_heads = 0; not a llama2.c checkpoint?");
  CHECK(message_for(ints({4, 2, -1, 2, 1, 3, 2})) ==
        "F.bin: header field n_layers = -1; not a llama2.c checkpoint?");
  CHECK(message_for(ints({65, 2, 1, 8, 1, 3, 2})) == "F.bin: dim 65 is not a multiple of n_heads 8");
  CHECK(message_for(ints({64, 2, 1, 8, 3, 3, 2})) == "F.bin: n_heads 8 is not a multiple of n_kv_heads 3");
  CHECK(message_for(version_0() + "x") == "F.bin: header needs 428 bytes, file has 429");
  const std::int32_t most = 2147483647;
  CHECK(message_for(ints({most, most, 4096, 1, 1, most, most})) ==
        "F.bin: header needs more than 2^64 bytes, file has 28");
  CHECK(message_for(later_header(3, 0)) == "F.bin: llama2.c version 3 is not supported (0, 1 and 2 are)");
  CHECK(message_for(later_header(2, 3)) == "F.bin: dim 4 is not a multiple of group_size 3");
  CHECK(message_for("24ka") == "F.bin: too short for a llama2.c header (256 bytes)");
}

TEST_CASE("a llama2.c checkpoint cut at any byte is an error", "[llama2c][sweep]") {
  const std::string whole = version_0();
  REQUIRE(message_for(whole) == "no error");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    INFO(length);
    CHECK(message_for(whole.substr(0, length)) != "no error");
  }
}
