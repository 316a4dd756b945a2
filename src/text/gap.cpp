// ID Text Pronoun Pronoun-offset A A-offset A-coref B B-offset B-coref URL, tab separated; offsets count
// characters.
#include "text/gap.hpp"

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : lines_(text), name_(name) {}

  std::vector<GapExample> read() {
    std::vector<GapExample> examples;
    for (std::string_view line; lines_.next(line);) {
      if (trimmed(line).empty() || (lines_.number() == 1 && line.starts_with("ID\t"))) continue;
      examples.push_back(read_row(line));
    }
    if (examples.empty()) throw Error(Error::Kind::input, name_ + ": no example found");
    return examples;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(Error::Kind::input, name_ + ": line " + std::to_string(lines_.number()) + ": " + what);
  }

  GapExample read_row(std::string_view line) const {
    constexpr std::size_t column_count = 11;
    const std::vector<std::string_view> columns = split_fields(line, '\t');
    if (columns.size() != column_count) {
      refuse(std::to_string(columns.size()) + " columns, GAP has 11 (tab separated)");
    }
    const std::string_view text = columns[1];
    return {.id = std::string(columns[0]),
            .text = std::string(text),
            .pronoun = stretch(text, columns[2], columns[3]),
            .first_name = stretch(text, columns[4], columns[5]),
            .second_name = stretch(text, columns[7], columns[8]),
            .is_first_right = flag(columns[6]),
            .is_second_right = flag(columns[9])};
  }

  bool flag(std::string_view value) const {
    if (value == "TRUE" || value == "true" || value == "True") return true;
    if (value == "FALSE" || value == "false" || value == "False") return false;
    refuse("expected TRUE or FALSE, found '" + printable(value, 40) + "'");
  }

  TextStretch stretch(std::string_view text, std::string_view words, std::string_view offset) const {
    const Index characters = small_number(offset);
    if (characters < 0) refuse("'" + printable(offset, 40) + "' is no offset");
    std::size_t begin = 0;
    for (Index passed = 0; passed < characters && begin < text.size(); ++passed) next_code_point(text, begin);
    if (words.empty() || !text.substr(begin).starts_with(words)) {
      refuse("'" + printable(words, 60) + "' does not stand at character " + std::to_string(characters));
    }
    return {.begin = begin, .end = begin + words.size()};
  }

  Lines lines_;
  const std::string& name_;
};

}  // namespace

std::vector<GapExample> parse_gap(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

std::vector<GapExample> read_gap(const std::filesystem::path& path, InvalidUtf8 invalid) {
  return parse_gap(read_checked_text(path, invalid), name_of_input(path));
}

}  // namespace attnscope
