// Models in safetensors: dtypes, shards, and what is refused.
#include <cstring>

#include "core/safetensors.hpp"
#include "models/weight_format/weights.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

std::string file_of(std::string_view header, std::string_view data) {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes.append(header).append(data);
}

std::string bytes_of(std::initializer_list<int> values) {
  std::string bytes;
  for (const int value : values) bytes += static_cast<char>(value);
  return bytes;
}

}  // namespace

TEST_CASE("weights of every float dtype are read as floats", "[weights]") {
  const TemporaryFolder folder;
  const std::string header = R"({"b":{"dtype":"BF16","shape":[1,2],"data_offsets":[0,4]},)"
                             R"("d":{"dtype":"F64","shape":[1],"data_offsets":[4,12]},)"
                             R"("f":{"dtype":"F32","shape":[1],"data_offsets":[12,16]},)"
                             R"("h":{"dtype":"F16","shape":[2,1],"data_offsets":[16,20]}})";
  const std::string data = bytes_of({0xC0, 0x3F, 0x00, 0xC0, 0, 0, 0, 0, 0, 0, 0xF8, 0xBF}) +
                           bytes_of({0, 0, 0, 0x3F, 0x00, 0x3C, 0x01, 0x00});
  const auto weights = open_weights(folder.write("w.safetensors", file_of(header, data)));
  CHECK(weights->format() == "safetensors");
  CHECK(weights->matrix("b", 1, 2)(0, 1) == -2.0F);
  CHECK(weights->vector("d", 1) == std::vector<float>{-1.5F});
  CHECK(weights->numbers("f", {1}) == std::vector<float>{0.5F});
  CHECK(weights->matrix("h", 2, 1)(1, 0) == 0x1p-24F);
  CHECK(weights->find("h")->dtype == "F16");
  CHECK(weights->find("h")->bytes == 4);
}

TEST_CASE("only the wanted rows of a matrix are read, in the order asked for", "[weights]") {
  const TemporaryFolder folder;
  const std::vector<float> numbers{0.0F, 1.0F, 10.0F, 11.0F, 20.0F, 21.0F};
  const std::vector<FloatTensor> tensors{{"table", {3, 2}, numbers}};
  write_safetensors(folder.path() / "F.safetensors", tensors);
  const auto weights = open_weights(folder.path());
  const std::vector<Index> which{2, 0, 2};
  const Matrix rows = weights->rows("table", which, 2);
  CHECK(rows(0, 1) == 21.0F);
  CHECK(rows(1, 0) == 0.0F);
  CHECK(rows(2, 0) == 20.0F);
  const std::vector<Index> outside{3};
  CHECK(message_of(folder, [&] { (void)weights->rows("table", outside, 2); }) ==
        "F.safetensors: tensor 'table' has rows 0 to 2, found id 3 | tokenizer and model may not belong "
        "together");
}

TEST_CASE("a tensor that is missing, of another shape or of a useless dtype is named", "[weights]") {
  const TemporaryFolder folder;
  const std::string header = R"({"query.weight":{"dtype":"F16","shape":[2,1],"data_offsets":[0,4]},)"
                             R"("c":{"dtype":"C64","shape":[1],"data_offsets":[4,12]},)"
                             R"("i":{"dtype":"I8","shape":[4],"data_offsets":[12,16]},)"
                             R"("e":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[16,20]},)"
                             R"("x":{"dtype":"F7","shape":[4],"data_offsets":[20,24]}})";
  const auto weights = open_weights(folder.write("F", file_of(header, std::string(24, '\0'))));
  const auto message = [&](const std::string& name, Index size) {
    return message_of(folder, [&] { (void)weights->vector(name, size); });
  };
  CHECK(message("query.weigth", 2) == "F: tensor 'query.weigth' is missing | did you mean 'query.weight'?");
  CHECK(message("query.weight", 2) == "F: tensor 'query.weight': expected [2], found [2 x 1]");
  CHECK(message("c", 1) == "F: tensor 'c' has dtype C64, which attention weights cannot have");
  CHECK(message("x", 4) == "F: tensor 'x': unknown dtype 'F7'");
  CHECK(message("i", 4) ==
        "F: tensor 'i' has dtype I8, quantised numbers whose scales this program does not know; "
        "convert to BF16 or F16");
  CHECK(message("e", 4) ==
        "F: tensor 'e' has dtype F8_E4M3, whose scales lie in other tensors; convert to BF16 or F16");
}

TEST_CASE("a pair of MXFP4 blocks and scales is one tensor of four-bit numbers", "[weights]") {
  const TemporaryFolder folder;
  const std::string header = R"({"up_blocks":{"dtype":"U8","shape":[1,2,16],"data_offsets":[0,32]},)"
                             R"("up_scales":{"dtype":"U8","shape":[1,2],"data_offsets":[32,34]}})";
  const std::string data = bytes_of({0x21}) + std::string(15, '\0') + bytes_of({0xF7}) +
                           std::string(15, '\0') + bytes_of({127, 128});
  const auto weights = open_weights(folder.write("F", file_of(header, data)));
  REQUIRE(weights->tensors().size() == 1);
  CHECK(weights->tensors()[0].dtype == "MXFP4");
  CHECK(weights->tensors()[0].bytes == 34);
  const Matrix up = weights->matrix("up", 1, 64);
  CHECK(up(0, 0) == 0.5F);
  CHECK(up(0, 1) == 1.0F);
  CHECK(up(0, 32) == 12.0F);
  CHECK(up(0, 33) == -12.0F);
}

TEST_CASE("packed matrices of experts are turned to the order of unpacked ones", "[weights]") {
  const TemporaryFolder folder;
  const std::string header = R"({"up_blocks":{"dtype":"U8","shape":[2,2,1,16],"data_offsets":[0,64]},)"
                             R"("up_scales":{"dtype":"U8","shape":[2,2,1],"data_offsets":[64,68]}})";
  const std::string data = bytes_of({0x21}) + std::string(15, '\0') + bytes_of({0x43}) +
                           std::string(15, '\0') + std::string(16, '\x22') + std::string(16, '\0') +
                           bytes_of({127, 127, 128, 127});
  const auto weights = open_weights(folder.write("F", file_of(header, data)));
  CHECK(weights->at("up").shape == std::vector<Index>{2, 32, 2});
  const std::vector<float> up = weights->numbers("up", {2, 32, 2});
  CHECK(std::vector<float>(up.begin(), up.begin() + 4) == std::vector<float>{0.5F, 1.5F, 1.0F, 2.0F});
  CHECK(up[64] == 2.0F);
  CHECK(up[65] == 0.0F);
}

TEST_CASE("a sharded model is read through its index", "[weights]") {
  const TemporaryFolder folder;
  const std::vector<float> numbers{1.0F, 2.0F};
  const std::vector<FloatTensor> first{{"a", {2}, numbers}};
  const std::vector<FloatTensor> second{{"b", {1, 2}, numbers}};
  write_safetensors(folder.path() / "model-00001-of-00002.safetensors", first);
  write_safetensors(folder.path() / "model-00002-of-00002.safetensors", second);
  folder.write("model.safetensors.index.json",
               R"({"metadata":{"total_size":16},"weight_map":{"a":"model-00001-of-00002.safetensors",)"
               R"("b":"model-00002-of-00002.safetensors"}})");
  const auto weights = open_weights(folder.path());
  CHECK(weights->tensors().size() == 2);
  CHECK(weights->vector("a", 2) == numbers);
  CHECK(weights->matrix("b", 1, 2)(0, 1) == 2.0F);
}

TEST_CASE("a broken index of shards is explained", "[weights]") {
  const TemporaryFolder folder;
  const std::vector<float> numbers{1.0F};
  const std::vector<FloatTensor> tensors{{"a", {1}, numbers}};
  write_safetensors(folder.path() / "model-1.safetensors", tensors);
  const auto message = [&](std::string_view index) {
    const auto path = folder.write("I.safetensors.index.json", index);
    return message_of(folder, [&] { (void)open_weights(path); });
  };
  const std::string file = "I.safetensors.index.json: ";
  CHECK(message(R"({"weight_map":{"a":"../../etc/passwd"}})") ==
        file + "shard name '../../etc/passwd' leaves the model folder");
  CHECK(message(R"({"weight_map":{"a":"..\\x.safetensors"}})") ==
        file + "shard name '..\\x.safetensors' leaves the model folder");
  CHECK(message(R"({"weight_map":{"a":"x.bin"}})") == file + "shard 'x.bin' is not a .safetensors file");
  CHECK(
      message(
          R"({"weight_map":{"a":"model-1.safetensors","b":"model-2.safetensors","c":"model-2.safetensors"}})") ==
      file + "shard 'model-2.safetensors' is missing (2 tensors) | the download is incomplete");
  CHECK(message(R"({"weight_map":{"x":"model-1.safetensors"}})") ==
        "model-1.safetensors: tensor 'x' listed in the index is not in the file");
  CHECK(message(R"({"weight_map":{"a":"model-1.safetensors","a":"model-1.safetensors"}})") ==
        file + "tensor 'a' appears twice");
  CHECK(message(R"({"weight_map":{"a":7}})") == file + "tensor 'a': expected a file name, found a number");
  CHECK(message(R"({"metadata":{}})") == file + "no 'weight_map'");
}

TEST_CASE("a folder without weights and a file of no known format are explained", "[weights]") {
  const TemporaryFolder folder;
  CHECK(message_of(folder, [&] { (void)open_weights(folder.path()); })
            .ends_with(": no weights here: expected model.safetensors, its index or one .gguf file | the "
                       "download may be incomplete"));
  const auto text = folder.write("notes.txt", "hello, world");
  CHECK(message_of(folder, [&] { (void)open_weights(text); }) ==
        "notes.txt: not a weight file of a known format (starts with 'hello, w') | known are safetensors, "
        "GGUF and llama2.c");
  CHECK(message_of(folder, [&] { (void)open_weights(folder.path() / "none"); }) ==
        "none: cannot be read: No such file or directory");
}

TEST_CASE("the built-in model's weights are found in its folder", "[weights]") {
  const auto weights = open_weights(data_path() / "models" / "mini");
  CHECK(weights->has("embeddings.word_embeddings.weight"));
}
