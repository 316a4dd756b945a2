// The kind of table is told by its first bytes, never by its name.
#include "models/embedding_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/little_endian.hpp"
#include "core/utf8.hpp"
#include "models/word_vectors/array_vectors.hpp"
#include "models/word_vectors/text_vectors.hpp"
#include "models/word_vectors/wanted_rows.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

constexpr std::string_view shipped_ending = ".vec";
constexpr std::uint32_t fasttext_model_magic = 793712314;

/// A file, and the list of words that goes with it; empty where none was named.
struct TypedTable {
  Path file;
  Path words;
  std::string name;
};

Path shipped_folder() {
  return data_folder() / "vectors";
}

TypedTable parse(std::string_view typed) {
  constexpr std::string_view setting = ":words=";
  TypedTable table;
  if (const std::size_t place = typed.rfind(setting); place != std::string_view::npos) {
    table.words = typed.substr(place + setting.size());
    typed = typed.substr(0, place);
  }
  table.file = typed;
  table.name = table.file.filename().string();
  if (typed.find_first_of("/.") != std::string_view::npos) return table;
  const std::vector<std::string> shipped = shipped_embeddings();
  if (std::find(shipped.begin(), shipped.end(), typed) != shipped.end()) {
    table.file = shipped_folder() / (std::string(typed) + std::string(shipped_ending));
    return table;
  }
  std::error_code ignored;
  if (std::filesystem::exists(table.file, ignored)) return table;
  std::string names;
  for (const std::string& name : shipped) names += (names.empty() ? "" : ", ") + name;
  throw Error(Error::Kind::input, "no word vectors '" + printable(typed) + "': no such file",
              "shipped tables: " + names);
}

void refuse_other_files(const InputFile& file, std::string_view start) {
  refuse_foreign_file(file);
  const std::string shown = shown_path(file.path());
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    throw Error(Error::Kind::unsupported, shown + ": " + message, hint);
  };
  if (start.starts_with("\x1F\x8B")) refuse("this file is compressed by gzip", "unpack it with gunzip");
  if (start.size() >= 4 &&
      load_little_endian<std::uint32_t>(std::as_bytes(std::span(start)).data()) == fasttext_model_magic) {
    refuse("this is a fastText .bin model; give the .vec file", "");
  }
  if (start.starts_with("GGUF") || start.substr(0, 16).find("{\"") != std::string_view::npos) {
    refuse("this is a model, not a table of word vectors", "give it with --model");
  }
}

/// GloVe's .bin files and others without words.
bool has_control_bytes(std::string_view start) {
  return std::any_of(start.begin(), start.end(), [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte < 0x20 && letter != '\n' && letter != '\r' && letter != '\t';
  });
}

/// Reads the wanted rows and returns the format's name.
std::string read_rows(const TypedTable& typed, WantedRows& rows) {
  const InputFile file(typed.file);
  const std::string start = first_bytes(file, 256);
  if (start.starts_with("\x93NUMPY")) return read_npy_vectors(typed.file, typed.words, rows), "npy";
  if (start.starts_with("PK\x03\x04") && start.substr(0, 256).find(".npy") != std::string::npos) {
    return read_npz_vectors(typed.file, typed.words, rows), "npz";
  }
  refuse_other_files(file, start);
  const std::string shown = shown_path(typed.file);
  if (start.starts_with("PK\x03\x04")) {
    throw Error(Error::Kind::unsupported, shown + ": this is a zip archive without arrays", "unpack it");
  }
  if (!typed.words.empty()) {
    throw Error(Error::Kind::usage, shown + ": a list of words goes with .npy and .npz only");
  }
  if (start.empty()) throw Error(Error::Kind::input, shown + ": no word vectors in this file");
  const auto header = read_vector_header(file);
  if (header && has_binary_vectors(file, *header))
    return scan_binary_vectors(file, *header, rows), "word2vec binary";
  if (has_control_bytes(start)) {
    throw Error(
        Error::Kind::input,
        shown + ": not a table of word vectors: bytes that are no text, and line 1 is not 'COUNT DIM'",
        "GloVe's .bin files hold no words; give the .txt file");
  }
  scan_text_vectors(file, header, rows);
  return header ? "word2vec text" : "GloVe text";
}

}  // namespace

EmbeddingTable load_embeddings(std::string_view typed, std::span<const std::string> words) {
  const TypedTable wanted = parse(typed);
  WantedRows rows(words);
  std::string format = read_rows(wanted, rows);
  EmbeddingTable table = rows.table(words);
  table.name = wanted.name;
  table.format = std::move(format);
  return table;
}

double cosine(std::span<const float> one, std::span<const float> other) {
  double product = 0.0;
  double one_square = 0.0;
  double other_square = 0.0;
  for (std::size_t place = 0; place < one.size(); ++place) {
    const double a = static_cast<double>(one[place]);
    const double b = static_cast<double>(other[place]);
    product += a * b;
    one_square += a * a;
    other_square += b * b;
  }
  const double size = std::sqrt(one_square * other_square);
  return size > 0.0 ? product / size : 0.0;
}

std::vector<NearWord> nearest_words(std::string_view typed, std::span<const float> vector, Index most) {
  std::vector<std::string> words;
  WantedRows listing(words);
  read_rows(parse(typed), listing);
  const EmbeddingTable table = load_embeddings(typed, words);
  std::vector<NearWord> near;
  for (Index row = 0; row < table.vectors.rows(); ++row) {
    if (!table.found[static_cast<std::size_t>(row)]) continue;
    near.push_back({words[static_cast<std::size_t>(row)], cosine(table.vectors.row(row), vector)});
  }
  const auto kept = std::min(near.size(), static_cast<std::size_t>(most));
  std::ranges::stable_sort(near, std::ranges::greater(), &NearWord::similarity);
  near.resize(kept);
  return near;
}

std::vector<std::string> shipped_embeddings() {
  std::vector<std::string> names;
  std::error_code fault;
  for (std::filesystem::directory_iterator entry(shipped_folder(), fault), end; !fault && entry != end;
       entry.increment(fault)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(shipped_ending)) names.push_back(name.substr(0, name.size() - shipped_ending.size()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace attnscope
