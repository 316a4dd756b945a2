#include "text/sentence_file.hpp"

#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "core/file.hpp"

namespace attnscope {
namespace {

std::string joined_lines(std::string_view text) {
  std::string result;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    line = trimmed(line);
    if (line.empty()) continue;
    if (!result.empty()) result += ' ';
    result += line;
  }
  return result;
}

}  // namespace

std::vector<Sentence> parse_sentences(std::string bytes, const std::string& name,
                                      const SentenceFileOptions& options) {
  const std::string text = checked_text(std::move(bytes), name, options.invalid_utf8);
  std::vector<Sentence> sentences;
  if (options.unit == SentenceFileOptions::Unit::file) {
    std::string passage = joined_lines(text);
    if (!passage.empty()) sentences.push_back({std::move(passage), 1});
  } else {
    Lines lines(text);
    for (std::string_view line; lines.next(line);) {
      line = trimmed(line);
      if (!line.empty()) sentences.push_back({std::string(line), lines.number()});
    }
  }
  if (sentences.empty()) throw Error(Error::Kind::input, name + ": no sentence found");
  return sentences;
}

std::vector<Sentence> read_sentences(const std::filesystem::path& path, const SentenceFileOptions& options) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
  return parse_sentences(read_text(path, most_bytes), name_of_input(path), options);
}

}  // namespace attnscope
