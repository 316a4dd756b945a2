// The bad inputs of safetensors, each with its message; rows are those of the bad-input table of
// docs/formats.md.
#include "core/safetensors.hpp"

#include <cstring>

#include "support/catch.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

std::string file_of(std::string_view header, std::string_view data = {}) {
  std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes.append(header).append(data);
}

std::string message_for(std::string_view bytes) {
  const TemporaryFolder folder;
  const auto path = folder.write("F", bytes);
  return message_of(folder, [&] { SafetensorsFile file(path); });
}

std::string one_tensor(std::string_view fields) {
  return R"({"w":{)" + std::string(fields) + "}}";
}

const std::string four_bytes(4, '\1');

}  // namespace

TEST_CASE("a safetensors file gives back the tensors that were written", "[safetensors]") {
  const TemporaryFolder folder;
  const std::vector<float> weights{1.0F, -2.5F, 3.0F, 0.0F, 1e-30F, 6.0F};
  const std::vector<float> none;
  const std::vector<FloatTensor> tensors{{"layer.weight", {2, 3}, weights},
                                         {"empty \"é\"", {0, 4}, none},
                                         {"scalar", {}, std::span(weights).first(1)}};
  write_safetensors(folder.path() / "w.safetensors", tensors, {{"format", "pt"}});

  const SafetensorsFile file(folder.path() / "w.safetensors");
  REQUIRE(file.tensors().size() == 3);
  CHECK(file.tensors()[0].name == "empty \"é\"");
  CHECK(file.metadata().at("format") == "pt");
  const TensorInfo* info = file.find("layer.weight");
  REQUIRE(info != nullptr);
  CHECK(info->shape == std::vector<Index>{2, 3});
  CHECK(info->dtype == "F32");
  std::vector<float> read(6);
  file.read(*info, 0, std::as_writable_bytes(std::span(read)));
  CHECK(read == weights);
  CHECK(file.find("layer") == nullptr);
  CHECK(file.find("scalar")->shape.empty());
}

TEST_CASE("whitespace around a safetensors header is allowed", "[safetensors]") {
  CHECK(message_for(file_of("{}")) == "no error");
  CHECK(message_for(file_of(" \n\t\r{\"__metadata__\":{}} \n\t\r")) == "no error");
}

TEST_CASE("a broken safetensors header length is explained", "[safetensors]") {
  CHECK(message_for("") == "F: not a safetensors file: 0 bytes, need at least 8");
  CHECK(message_for(std::string("\x3C\0\0\0\0\xFF\xFF\xFF", 8) + "{}") ==
        "F: header length 18446742974197923900 is above the limit of 100000000");
  CHECK(message_for(std::string("\x3C\0\0\0\0\0\0\0", 8)) ==
        "F: header says 60 bytes but only 0 follow; incomplete download?");
}

TEST_CASE("a safetensors header that is not JSON is explained", "[safetensors]") {
  CHECK(message_for(file_of("\xFF")) == "F: header is not UTF-8 (byte 0xff at offset 8)");
  CHECK(message_for(file_of("{")) == "F: header is not valid JSON: unexpected end at column 2");
  CHECK(message_for(file_of("{]")) == "F: header is not valid JSON: unexpected ']' at column 2");
  CHECK(message_for(file_of("{\n}}")) == "F: header is not valid JSON: unexpected '}' at line 2, column 2");
  CHECK(message_for(file_of(std::string("{}\0\0", 4))) ==
        "F: header is padded with NUL bytes; the format wants spaces | the writer of this file is faulty");
  CHECK(message_for(file_of("\xEF\xBB\xBF{}")) == "F: header starts with a byte order mark, expected '{'");
  CHECK(message_for(file_of("[]")) == "F: header must be a JSON object, found an array");
  CHECK(message_for(file_of("\"x\"")) == "F: header must be a JSON object, found a string");
  CHECK(message_for(file_of(R"({"w":)" + std::string(100000, '['))) ==
        "F: tensor 'w': expected an object with dtype, shape and data_offsets, found an array");
  CHECK(message_for(file_of(R"({"w":{"x":)" + std::string(100000, '['))) ==
        "F: header is nested deeper than 8 levels");
}

TEST_CASE("safetensors tensors must fill the data exactly", "[safetensors]") {
  const std::string a = R"("a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]})";
  const std::string b = R"("b":{"dtype":"F32","shape":[4],"data_offsets":[0,16]})";
  const std::string c = R"("c":{"dtype":"F32","shape":[4],"data_offsets":[32,48]})";
  const std::string data(64, '\0');
  CHECK(message_for(file_of("{" + a + "," + a + "}", data.substr(0, 16))) ==
        "F: tensor 'a' appears twice in the header");
  CHECK(message_for(file_of("{" + a + "," + b + "}", data.substr(0, 16))) ==
        "F: tensors 'a' [0,16) and 'b' [0,16) overlap");
  CHECK(message_for(file_of("{" + a + "," + c + "}", data.substr(0, 48))) ==
        "F: bytes 16–31 of the data belong to no tensor");
  CHECK(message_for(file_of("{" + a + "}", data.substr(0, 50))) ==
        "F: 34 bytes after the last tensor; the file was changed or is a different format");
  CHECK(message_for(file_of("{" + a + "}", data.substr(0, 14))) ==
        "F: tensor 'a' ends at 16 but the data has 14 bytes; incomplete download?");
}

TEST_CASE("a safetensors tensor whose shape and bytes disagree is refused", "[safetensors]") {
  CHECK(message_for(
            file_of(one_tensor(R"("dtype":"F32","shape":[2,18446744073709551614],"data_offsets":[0,4])"),
                    four_bytes)) == "F: tensor 'w': shape [2, 18446744073709551614] is too large");
  CHECK(message_for(
            file_of(one_tensor(R"("dtype":"F32","shape":[0,4294967296,4294967296],"data_offsets":[0,0])"))) ==
        "F: tensor 'w': shape [0, 4294967296, 4294967296] is too large");
  CHECK(message_for(file_of(one_tensor(R"("dtype":"F32","shape":[2,2],"data_offsets":[0,4])"), four_bytes)) ==
        "F: tensor 'w': F32 [2, 2] needs 16 bytes, offsets give 4");
  CHECK(message_for(file_of(one_tensor(R"("dtype":"F4","shape":[3],"data_offsets":[0,4])"), four_bytes)) ==
        "F: tensor 'w': F4 [3] does not fill whole bytes");
  CHECK(message_for(file_of(one_tensor(R"("dtype":"F32","shape":[1],"data_offsets":[4,0])"), four_bytes)) ==
        "F: tensor 'w': data_offsets end at 0, before their start at 4");
}

TEST_CASE("a safetensors tensor with a field of the wrong kind is refused", "[safetensors]") {
  const auto with_shape = [](const std::string& shape) {
    return message_for(
        file_of(one_tensor(R"("dtype":"F32","shape":)" + shape + R"(,"data_offsets":[0,4])"), four_bytes));
  };
  CHECK(with_shape("[-1]") == "F: tensor 'w': shape[0] must be a non-negative whole number, found -1");
  CHECK(with_shape("[1,0.5]") == "F: tensor 'w': shape[1] must be a non-negative whole number, found 0.5");
  CHECK(with_shape("[\"1\"]") ==
        "F: tensor 'w': shape[0] must be a non-negative whole number, found a string");
  CHECK(with_shape("[[]]") == "F: tensor 'w': shape[0] must be a non-negative whole number, found an array");
  CHECK(with_shape("1") == "F: tensor 'w': shape must be a list of numbers, found a number");
  CHECK(message_for(file_of(one_tensor(R"("shape":[1],"data_offsets":[0,4])"), four_bytes)) ==
        "F: tensor 'w': 'dtype' is missing");
  CHECK(message_for(file_of(one_tensor(R"("dtype":"F32","data_offsets":[0,4])"), four_bytes)) ==
        "F: tensor 'w': 'shape' is missing");
  CHECK(message_for(file_of(one_tensor(R"("dtype":"F32","shape":[1])"), four_bytes)) ==
        "F: tensor 'w': 'data_offsets' is missing");
  CHECK(message_for(file_of(one_tensor(R"("dtype":"F32","shape":[1],"shape":[],"data_offsets":[0,4])"),
                            four_bytes)) == "F: tensor 'w': 'shape' appears twice");
  CHECK(message_for(file_of(one_tensor(R"("dtype":"F32","shape":[1],"data_offsets":[0,4,8])"), four_bytes)) ==
        "F: tensor 'w': data_offsets must be two numbers, found 3");
  CHECK(message_for(file_of(R"({"__metadata__":{"epoch":3}})")) == "F: __metadata__.epoch must be a string");
}

TEST_CASE("a dtype of the future is listed with the size that its offsets give", "[safetensors]") {
  const TemporaryFolder folder;
  const auto path =
      folder.write("F", file_of(one_tensor(R"("dtype":"F7","shape":[5],"data_offsets":[0,4])"), four_bytes));
  const SafetensorsFile file(path);
  CHECK(file.find("w")->dtype == "F7");
  CHECK(file.find("w")->byte_count() == 4);
}

TEST_CASE("files that are mistaken for a model are named for what they are", "[safetensors]") {
  CHECK(message_for("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 26000000\n") ==
        "F: this is a Git LFS pointer (73 bytes), not the model | run 'git lfs pull'");
  CHECK(message_for("\n <!DOCTYPE html><html><head>") ==
        "F: this is an HTML page, probably a failed download");
  CHECK(message_for(std::string("PK\x03\x04\0\0archive/data.pkl", 22)) ==
        "F: PyTorch pickle files can run code and are never loaded | convert to safetensors");
  CHECK(message_for("\x80\x02}q") ==
        "F: PyTorch pickle files can run code and are never loaded | convert to safetensors");
}

TEST_CASE("a safetensors file cut at any byte is an error", "[safetensors][sweep]") {
  const std::string whole = file_of(R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}})", four_bytes);
  REQUIRE(message_for(whole) == "no error");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    INFO(length);
    CHECK(message_for(whole.substr(0, length)) != "no error");
  }
}

TEST_CASE("a safetensors file with any one bit turned over is read or refused", "[safetensors][sweep]") {
  const std::string whole = file_of(R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}})", four_bytes);
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    refused += message_for(changed) != "no error" ? 1U : 0U;
  }
  CHECK(refused > 300);
}
