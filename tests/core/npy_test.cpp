// .npy: what NumPy writes is read, everything else is refused with a sentence.
#include "core/npy.hpp"

#include <cstring>

#include "support/catch.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

std::string npy_of(const std::string& dictionary, std::string_view data = {}, char major = 1) {
  std::string bytes = "\x93NUMPY" + std::string(1, major) + std::string(1, '\0');
  const auto length = static_cast<std::uint32_t>(dictionary.size());
  bytes.append(reinterpret_cast<const char*>(&length), major == 1 ? 2 : 4);
  return bytes.append(dictionary).append(data);
}

std::string header_of(const std::string& descr, const std::string& shape,
                      const std::string& order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

template <typename Number>
std::string bytes_of(std::initializer_list<Number> numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.begin(), bytes.size());
  return bytes;
}

FloatArray array_of(const std::string& bytes) {
  const TemporaryFolder folder;
  return read_npy(folder.write("F", bytes));
}

std::string message_for(const std::string& bytes) {
  const TemporaryFolder folder;
  const auto path = folder.write("F", bytes);
  return message_of(folder, [&] { (void)read_npy(path); });
}

}  // namespace

TEST_CASE("an array that was written is read back, and its data starts at a multiple of 64", "[npy]") {
  const TemporaryFolder folder;
  const std::vector<float> numbers{0.0F, -1.5F, 2.0F, 3.0F, 1e-30F, 5.0F};
  const std::vector<Index> shape{2, 3};
  write_npy(folder.path() / "a.npy", shape, numbers);
  CHECK(std::filesystem::file_size(folder.path() / "a.npy") == 128 + 24);
  const FloatArray array = read_npy(folder.path() / "a.npy");
  CHECK(array.shape == shape);
  CHECK(array.numbers == numbers);
  CHECK(npy_header("<i8", std::vector<Index>{7}).substr(10, 57) ==
        "{'descr': '<i8', 'fortran_order': False, 'shape': (7,), }");
}

TEST_CASE("every kind of number is read, in both byte orders", "[npy]") {
  CHECK(array_of(npy_of(header_of("<f2", "(2,)"), bytes_of<std::uint16_t>({0x3C00, 0xC000}))).numbers ==
        std::vector<float>{1.0F, -2.0F});
  CHECK(array_of(npy_of(header_of("<f8", "(1,)"), bytes_of<double>({0.1}))).numbers ==
        std::vector<float>{0.1F});
  CHECK(array_of(npy_of(header_of(">f4", "(1,)"), "\x3F\x80" + std::string(2, '\0'))).numbers ==
        std::vector<float>{1.0F});
  CHECK(array_of(npy_of(header_of(">i2", "(1,)"), "\xFF\xFE")).numbers == std::vector<float>{-2.0F});
  CHECK(array_of(npy_of(header_of("|u1", "(2,)"), "\x01\xFF")).numbers == std::vector<float>{1.0F, 255.0F});
  CHECK(array_of(npy_of(header_of("|b1", "()"), "\x01")).numbers == std::vector<float>{1.0F});
  CHECK(array_of(npy_of(header_of("<i8", "(1L,)"), bytes_of<std::int64_t>({-7}))).numbers ==
        std::vector<float>{-7.0F});
}

TEST_CASE("whole numbers and texts keep their values", "[npy]") {
  const TemporaryFolder folder;
  const InputFile ids(
      folder.write("ids", npy_of(header_of("<i8", "(2,)"), bytes_of<std::int64_t>({1, -9007199254740993}))));
  CHECK(NpyReader(source_of(ids)).wholes() == std::vector<std::int64_t>{1, -9007199254740993});
  const InputFile words(folder.write(
      "words", npy_of(header_of("<U2", "(2,)"), bytes_of<std::uint32_t>({0x6211, 0, 'a', 0x1F600}))));
  CHECK(NpyReader(source_of(words)).texts() == std::vector<std::string>{"我", "a😀"});
  const InputFile bytes(folder.write("bytes", npy_of(header_of("|S2", "(2,)"), std::string("a\0bc", 4))));
  CHECK(NpyReader(source_of(bytes)).texts() == std::vector<std::string>{"a", "bc"});
}

TEST_CASE("a column-major array is turned into rows", "[npy]") {
  const std::string data = bytes_of<float>({0, 10, 1, 11, 2, 12});
  const FloatArray array = array_of(npy_of(header_of("<f4", "(2, 3)", "True"), data));
  CHECK(array.numbers == std::vector<float>{0, 1, 2, 10, 11, 12});
  const std::string cube = bytes_of<float>({0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(array_of(npy_of(header_of("<f4", "(2, 2, 2)", "True"), cube)).numbers ==
        std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("keys in any order, double quotes and the long header of version 2 are read", "[npy]") {
  const std::string dictionary = R"({"shape":(2,),"fortran_order":False,"descr":"<f4"})";
  CHECK(array_of(npy_of(dictionary, bytes_of<float>({1, 2}), 2)).numbers == std::vector<float>{1, 2});
}

TEST_CASE("a file that is no .npy, or one of another version, is refused", "[npy]") {
  CHECK(message_for("") == "F: not a .npy file");
  CHECK(message_for("hello, world") == "F: not a .npy file");
  CHECK(message_for(npy_of("{}", {}, 4)) == "F: .npy version 4.0 is not supported");
  CHECK(message_for("\x93NUMPY\x01" + std::string(1, '\0') + "\xFF\xFF" + std::string(20, ' ')) ==
        "F: header says 65535 bytes, 20 follow");
  CHECK(message_for(npy_of(std::string(10001, ' '), {}, 2)) ==
        "F: header has 10001 bytes, at most 10000 are allowed");
}

TEST_CASE("a header that is not the plain dictionary of three keys is refused", "[npy]") {
  CHECK(message_for(npy_of("__import__('os').system('x')\n")) ==
        "F: header is not a plain dictionary (column 1)");
  CHECK(message_for(npy_of(std::string(9000, '['))) == "F: header is not a plain dictionary (column 1)");
  CHECK(message_for(npy_of("{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}")) ==
        "F: header is not a plain dictionary (column 35)");
  CHECK(message_for(npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': 1}")) ==
        "F: header keys must be descr, fortran_order, shape; found extra 'x'");
  CHECK(message_for(npy_of("{'descr': '<f4', 'shape': (1,)}")) ==
        "F: header keys must be descr, fortran_order, shape; 'fortran_order' is missing");
  CHECK(message_for(npy_of("{'shape': (), 'shape': ()}")) == "F: header key 'shape' appears twice");
  CHECK(message_for(npy_of(header_of("<f4", "(1,)") + "x")) ==
        "F: header is not a plain dictionary (column 59)");
}

TEST_CASE("types that hold no numbers are refused, pickled objects above all", "[npy]") {
  CHECK(message_for(npy_of(header_of("|O", "(1,)"))) ==
        "F: object arrays need pickle, which can run code; never loaded");
  CHECK(message_for(npy_of("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}")) ==
        "F: structured arrays cannot be attention data");
  CHECK(message_for(npy_of(header_of("<U8", "(1,)"))) == "F: text arrays cannot be attention data");
  CHECK(message_for(npy_of(header_of("<M8[ns]", "(1,)"))) == "F: time arrays cannot be attention data");
  CHECK(message_for(npy_of(header_of("<c8", "(1,)"))) == "F: complex arrays cannot be attention data");
  CHECK(message_for(npy_of(header_of("|V2", "(1,)"))) ==
        "F: raw records ('|V2') cannot be attention data; store them as f4");
  CHECK(message_for(npy_of(header_of("<f3", "(1,)"))) == "F: descr '<f3' is not a known type");
}

TEST_CASE("shapes that are negative or too large are refused before anything is allocated", "[npy]") {
  CHECK(message_for(npy_of(header_of("<f4", "(-1, 3)"))) == "F: shape (-1, 3) is not valid");
  CHECK(message_for(npy_of(header_of("<f4", "(1180591620717411303424,)"))) ==
        "F: shape (1180591620717411303424,) is not valid");
  CHECK(message_for(npy_of(header_of("<f4", "(4611686018427387904, 4)"))) ==
        "F: shape (4611686018427387904, 4) is not valid");
  CHECK(message_for(npy_of(header_of("<f4", "(4611686018427387904,)"))) ==
        "F: shape (4611686018427387904,) is not valid");
  CHECK(message_for(npy_of(header_of("<f4", "(12, 8, 8)"), std::string(3000, '\0'))) ==
        "F: shape (12, 8, 8) needs 3072 bytes, 3000 found (file not fully written?)");
}

TEST_CASE("bytes after the data are counted for a warning", "[npy]") {
  const TemporaryFolder folder;
  const InputFile file(folder.write("F", npy_of(header_of("<f4", "(1,)"), std::string(10, '\0'))));
  CHECK(NpyReader(source_of(file)).extra_bytes() == 6);
}

TEST_CASE("a .npy file cut at any byte is an error", "[npy][sweep]") {
  const std::string whole = npy_of(header_of("<f4", "(2,)"), bytes_of<float>({1, 2}));
  REQUIRE(message_for(whole) == "no error");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    INFO(length);
    CHECK(message_for(whole.substr(0, length)) != "no error");
  }
}
