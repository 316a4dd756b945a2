// The list of words is looked through first; then only the rows found are read, where the file's order allows
// it.
#include "models/word_vectors/array_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/npy.hpp"
#include "core/utf8.hpp"
#include "core/word_list.hpp"
#include "core/zip_archive.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

[[noreturn]] void fail(const std::string& what, const std::string& message, const std::string& hint = {}) {
  throw Error(Error::Kind::input, what + ": " + message, hint);
}

Path list_beside(const Path& array) {
  std::error_code ignored;
  for (const char* ending : {".txt", ".vocab", ".words", ".json"}) {
    const Path list = Path(array).replace_extension(ending);
    if (std::filesystem::is_regular_file(list, ignored)) return list;
  }
  fail(shown_path(array),
       "no list of words for its rows: expected " +
           shown_path(Path(array).replace_extension(".txt").filename()) + " beside it",
       "or name it: " + shown_path(array) + ":words=FILE");
}

void require_matrix(const NpyHeader& header, std::size_t words, const std::string& what) {
  if (header.shape.size() != 2 || header.shape[1] == 0) {
    fail(what, "expected a matrix (words, size), found shape " + python_shape(header.shape));
  }
  if (static_cast<Index>(words) != header.shape[0]) {
    fail(what, std::to_string(header.shape[0]) + " rows, but " + std::to_string(words) + " words are given");
  }
}

/// Calls fill(row, target) for the row of each wanted word.
void fill_rows(const std::vector<std::string>& words, Index dim, WantedRows& rows, const std::string& what,
               const std::function<void(Index row, std::span<float> target)>& fill) {
  rows.set_size(dim);
  for (std::size_t row = 0; row < words.size() && !rows.is_complete(); ++row) {
    const Index place = rows.place(words[row]);
    if (place < 0) continue;
    const std::span<float> target = rows.take(place);
    fill(static_cast<Index>(row), target);
    if (!std::all_of(target.begin(), target.end(), [](float number) { return std::isfinite(number); })) {
      fail(what, "row " + std::to_string(row) + " ('" + printable(words[row], 40) +
                     "') has a number that is not finite");
    }
  }
}

void fill_from(const FloatArray& array, const std::vector<std::string>& words, WantedRows& rows,
               const std::string& what) {
  const Index dim = array.shape[1];
  fill_rows(words, dim, rows, what, [&](Index row, std::span<float> target) {
    std::copy_n(array.numbers.begin() + row * dim, dim, target.begin());
  });
}

}  // namespace

void read_npy_vectors(const Path& array, Path list, WantedRows& rows) {
  const std::string what = shown_path(array);
  const InputFile file(array);
  NpyReader reader(source_of(file));
  const NpyHeader header = reader.header();
  if (list.empty()) list = list_beside(array);
  const std::vector<std::string> words = read_word_list(list);
  require_matrix(header, words.size(), what);
  require_numbers(header, what);
  if (header.is_column_major) {
    const std::vector<Index> shape = header.shape;
    return fill_from({shape, reader.floats()}, words, rows, what);
  }
  const Index row_bytes = header.shape[1] * header.item_bytes;
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(std::min(row_bytes, static_cast<Index>(file.size()))));
  fill_rows(words, header.shape[1], rows, what, [&](Index row, std::span<float> target) {
    file.read(header.data_begin + static_cast<std::uint64_t>(row * row_bytes), bytes);
    convert_npy_items(header, bytes.data(), target.data(), header.shape[1]);
  });
}

void read_npz_vectors(const Path& archive, const Path& list, WantedRows& rows) {
  const std::string what = shown_path(archive);
  const NpzReader npz(archive);
  std::vector<std::string> matrices;
  std::vector<std::string> lists;
  for (const std::string& name : npz.names()) {
    const NpyHeader header = npz.header(name);
    const bool is_text = header.kind == 'U' || header.kind == 'S';
    if (is_text && header.shape.size() == 1) lists.push_back(name);
    if (!is_text && header.shape.size() == 2) matrices.push_back(name);
  }
  if (matrices.size() != 1)
    fail(what, "expected one matrix (words, size), found " + std::to_string(matrices.size()));
  if (list.empty() && lists.size() != 1) {
    fail(what, "expected one list of texts, found " + std::to_string(lists.size()),
         "or name a file: " + what + ":words=FILE");
  }
  const std::vector<std::string> words = list.empty() ? npz.texts(lists.front()) : read_word_list(list);
  require_matrix(npz.header(matrices.front()), words.size(), what);
  fill_from(npz.floats(matrices.front()), words, rows, what);
}

}  // namespace attnscope
