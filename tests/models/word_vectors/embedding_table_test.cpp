// Word vectors of every format, and what is wrong with those that are not.
#include "models/embedding_table.hpp"

#include <cstring>

#include "core/npy.hpp"
#include "core/zip_archive.hpp"
#include "models/word_vectors/wanted_rows.hpp"
#include "support/catch.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

using Words = std::vector<std::string>;

std::string floats(std::initializer_list<float> numbers) {
  return {reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(float)};
}

EmbeddingTable table_of(std::string_view bytes, const Words& words) {
  const TemporaryFolder folder;
  return load_embeddings(folder.write("table.txt", bytes).string(), words);
}

std::string message_for(std::string_view bytes, const Words& words = {"cat", "zebra"}) {
  const TemporaryFolder folder;
  const auto path = folder.write("F.txt", bytes);
  return message_of(folder, [&] { (void)load_embeddings(path.string(), words); });
}

std::vector<float> row(const EmbeddingTable& table, Index word) {
  const auto numbers = table.vectors.row(word);
  return {numbers.begin(), numbers.end()};
}

}  // namespace

TEST_CASE("the shipped table is found by its name, and words fall back to lower case", "[embeddings]") {
  const EmbeddingTable table = load_embeddings("books50", Words{"The", "king", "qwertyuiop"});
  CHECK(table.name == "books50");
  CHECK(table.format == "word2vec text");
  CHECK(table.vectors.cols() == 50);
  CHECK(table.found == std::vector<bool>{true, true, false});
  CHECK(table.entries == Words{"the", "king", ""});
  CHECK(table.vectors(0, 0) == -0.2121F);
  CHECK(row(table, 2) == std::vector<float>(50, 0.0F));
  CHECK(shipped_embeddings() == Words{"books50"});
}

TEST_CASE("word2vec and fastText texts are read, in any letters", "[embeddings]") {
  const EmbeddingTable table = table_of("3 2\nthe 0.5 -1 \nСОН 1e-1 +2 \r\nсон 3 4\n", {"Сон", "СОН"});
  CHECK(row(table, 0) == std::vector<float>{3.0F, 4.0F});
  CHECK(row(table, 1) == std::vector<float>{0.1F, 2.0F});
}

TEST_CASE("GloVe texts need no header, may have words with spaces, and an entry for the unknown",
          "[embeddings]") {
  const EmbeddingTable table =
      table_of("the 1 2\n. . . 3 4\n. 5 6\nnew york 7 8\n<unk> 9 9", {".", "the", "Zzz"});
  CHECK(table.format == "GloVe text");
  CHECK(row(table, 0) == std::vector<float>{5.0F, 6.0F});
  CHECK(row(table, 2) == std::vector<float>{9.0F, 9.0F});
  CHECK(table.found == std::vector<bool>{true, true, false});
  CHECK(table.entries[2] == "<unk>");
}

TEST_CASE("of words that appear twice the first counts", "[embeddings]") {
  CHECK(row(table_of("cat 1 2\ncat 3 4\n", {"cat", "dog"}), 0) == std::vector<float>{1.0F, 2.0F});
}

TEST_CASE("word2vec's binary records are read with and without line ends", "[embeddings]") {
  const std::string with_ends = "2 2\nthe " + floats({1, 2}) + "\ncat " + floats({3, 4}) + "\n";
  const EmbeddingTable table = table_of(with_ends, {"cat", "dog"});
  CHECK(table.format == "word2vec binary");
  CHECK(row(table, 0) == std::vector<float>{3.0F, 4.0F});
  CHECK(row(table_of("2 2\nthe " + floats({1, 2}) + "cat " + floats({3, 4}), {"cat"}), 0) ==
        std::vector<float>{3.0F, 4.0F});
}

TEST_CASE("a .npy table takes its words from a list beside it or one that is named", "[embeddings]") {
  const TemporaryFolder folder;
  const std::vector<float> numbers{1, 2, 3, 4, 5, 6};
  const auto path = folder.path() / "vectors.npy";
  write_npy(path, std::vector<Index>{3, 2}, numbers);
  CHECK(message_of(folder, [&] { (void)load_embeddings(path.string(), Words{"a"}); }) ==
        "vectors.npy: no list of words for its rows: expected vectors.txt beside it | or name it: "
        "vectors.npy:words=FILE");
  folder.write("vectors.txt", "a\nb\nc\n");
  CHECK(row(load_embeddings(path.string(), Words{"c"}), 0) == std::vector<float>{5.0F, 6.0F});
  const auto list = folder.write("list.json", R"(["c", "b"])");
  CHECK(message_of(folder, [&] {
          (void)load_embeddings(path.string() + ":words=" + list.string(), Words{"a"});
        }) == "vectors.npy: 3 rows, but 2 words are given");
}

TEST_CASE("an .npz table holds its words", "[embeddings]") {
  const TemporaryFolder folder;
  const std::vector<float> numbers{1, 2, 3, 4};
  const std::u32string words = U"ab猫";  // two texts of two letters
  const std::u32string padded{words[0], words[1], words[2], 0};
  {
    OutputFile file(folder.path() / "table.npz");
    ZipWriter archive(file);
    add_npy(archive, "vectors", std::vector<Index>{2, 2}, numbers);
    archive.add("words.npy", npy_header("<U2", std::vector<Index>{2}), std::as_bytes(std::span(padded)));
    archive.finish();
    file.commit();
  }
  const EmbeddingTable table = load_embeddings((folder.path() / "table.npz").string(), Words{"猫", "ab"});
  CHECK(row(table, 0) == std::vector<float>{3.0F, 4.0F});
  CHECK(row(table, 1) == std::vector<float>{1.0F, 2.0F});
}

TEST_CASE("a first line that cannot be is explained", "[embeddings]") {
  CHECK(message_for("abc\ndef\n") == "F.txt: line 1 must be 'COUNT DIM', or a word and its numbers");
  CHECK(message_for("9999999999 300\nthe 1 2\n") == "F.txt: 9999999999 × 300 floats do not fit in 23 bytes");
  CHECK(message_for("0 300\nthe 1 2\n") ==
        "F.txt: line 1 must be 'COUNT DIM' with at most 65536 numbers a word, found '0 300'");
  CHECK(message_for("") == "F.txt: no word vectors in this file");
  CHECK(message_for("3 2\ncat 1 2\ndog 1 2\n") ==
        "F.txt: line 1 says 3 words, 2 follow; incomplete download?");
}

TEST_CASE("binary records that are cut or have no word are explained", "[embeddings]") {
  const std::string start = "3 2\nthe " + floats({1, 2});
  CHECK(message_for(start + "cat " + floats({3})) ==
        "F.txt: word 2: the file ends inside its vector of 8 bytes; incomplete download?");
  CHECK(message_for(start) == "F.txt: word 2: missing; line 1 says 3 words (incomplete download?)");
  CHECK(message_for(start + std::string(5000, 'x')) ==
        "F.txt: word 2: no end of word within 4096 bytes; is this the text format?");
  CHECK(message_for("1 1\ncat " + std::string("\0\0\xC0\x7F", 4)) ==
        "F.txt: word 1: 'cat' has a number that is not finite");
}

TEST_CASE("a line with too few numbers, or with something else, is named", "[embeddings]") {
  CHECK(message_for("the 1 2 3\ncat 1 2\n") == "F.txt: line 2: 2 numbers, expected 3");
  CHECK(message_for("2 2\nthe 1 2\ncat 1 2 3\n") == "F.txt: line 3: 3 numbers, expected 2");
  CHECK(message_for("the 1 2\ncat nan 2\n") == "F.txt: line 2, column 5: 'nan' is not a number");
  CHECK(message_for("the 1 2\ncat 1 1,5\n") == "F.txt: line 2, column 7: '1,5' is not a number");
  CHECK(message_for("the 1 2\ncat 1e999 2\n") == "F.txt: line 2, column 5: '1e999' is not a number");
  CHECK(message_for("the 1 2\ncat 1e39 2\n") == "F.txt: line 2, column 5: '1e39' is not a number");
}

TEST_CASE("files that are no tables of words are named for what they are", "[embeddings]") {
  CHECK(message_for("\xBA\x16\x4F\x2F" + std::string(40, '\1')) ==
        "F.txt: this is a fastText .bin model; give the .vec file");
  CHECK(message_for("\x1F\x8B\x08") == "F.txt: this file is compressed by gzip | unpack it with gunzip");
  CHECK(message_for(floats({0.1F, 0.2F}) + std::string(8, '\0')) ==
        "F.txt: not a table of word vectors: bytes that are no text, and line 1 is not 'COUNT DIM' | GloVe's "
        ".bin "
        "files hold no words; give the .txt file");
  const TemporaryFolder folder;
  CHECK(message_of(folder, [] { (void)load_embeddings("glove", Words{"a"}); }) ==
        "no word vectors 'glove': no such file | shipped tables: books50");
}

TEST_CASE("a table cut at any byte is refused", "[embeddings][sweep]") {
  const std::string binary = "2 2\nthe " + floats({1, 2}) + "\ncat " + floats({3, 4});
  for (std::size_t length = 0; length < binary.size(); ++length) {
    INFO(length);
    CHECK(message_for(binary.substr(0, length)) != "no error");
  }
  const std::string text = "2 2\nthe 1 2\ncat 3 4";
  for (std::size_t length = 0; length < text.size(); ++length) {
    INFO(length);
    CHECK(message_for(text.substr(0, length)) != "no error");
  }
}

TEST_CASE("lower case is that of every script", "[embeddings]") {
  CHECK(lower_case("ÉCOLE Москва ΑΒΓ 猫") == "école москва αβγ 猫");
  CHECK(lower_case("A\xFF") == "A\xFF");
}
