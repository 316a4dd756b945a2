// word2vec's binary records. The C program writes a line end after each vector, others do not.
#include <cmath>
#include <cstring>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "models/word_vectors/text_vectors.hpp"
#include "models/word_vectors/window.hpp"

namespace attnscope {
namespace {

constexpr std::size_t most_word_bytes = 4096;

}  // namespace

void scan_binary_vectors(const InputFile& file, const VectorHeader& header, WantedRows& rows) {
  rows.set_size(header.dim);
  const std::size_t vector_bytes = static_cast<std::size_t>(header.dim) * sizeof(float);
  FileWindow window(file, most_word_bytes + vector_bytes);
  window.skip(header.end);
  for (Index word = 1; word <= header.count && !rows.is_complete(); ++word) {
    const auto fail = [&](const std::string& message) {
      throw Error(Error::Kind::input,
                  shown_path(file.path()) + ": word " + std::to_string(word) + ": " + message);
    };
    if (window.left() == 0) {
      fail("missing; line 1 says " + std::to_string(header.count) + " words (incomplete download?)");
    }
    while (window.left() > 0 && window.peek(1).front() == '\n') window.skip(1);
    const std::string_view text = window.peek(most_word_bytes + vector_bytes);
    const std::size_t space = text.substr(0, most_word_bytes).find(' ');
    if (space == std::string_view::npos) fail("no end of word within 4096 bytes; is this the text format?");
    if (text.size() - space - 1 < vector_bytes) {
      fail("the file ends inside its vector of " + std::to_string(vector_bytes) +
           " bytes; incomplete download?");
    }
    const std::string_view name = text.substr(0, space);
    if (const Index place = rows.place(name); place >= 0) {
      const std::span<float> row = rows.take(place);
      std::memcpy(row.data(), text.data() + space + 1, vector_bytes);
      for (const float number : row) {
        if (!std::isfinite(number)) fail("'" + printable(name, 40) + "' has a number that is not finite");
      }
    }
    window.skip(space + 1 + vector_bytes);
  }
}

}  // namespace attnscope
