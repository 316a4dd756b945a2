#include "text/winobias.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/error.hpp"

namespace attnscope {
namespace {

bool is_pronoun(std::string_view marked) {
  static constexpr std::array<std::string_view, 12> pronouns{
      "he", "him", "his", "himself", "she", "her", "hers", "herself", "they", "them", "their", "theirs"};
  std::string lower(marked);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  });
  return std::find(pronouns.begin(), pronouns.end(), lower) != pronouns.end();
}

std::string_view without_number(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && digits < line.size() && line[digits] == ' ' ? trimmed(line.substr(digits)) : line;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : lines_(text), name_(name) {}

  std::vector<WinoBiasExample> read() {
    std::vector<WinoBiasExample> examples;
    for (std::string_view line; lines_.next(line);) {
      line = trimmed(line);
      if (!line.empty()) examples.push_back(read_line(without_number(line)));
    }
    if (examples.empty()) throw Error(Error::Kind::input, name_ + ": no example found");
    return examples;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(Error::Kind::input, name_ + ": line " + std::to_string(lines_.number()) + ": " + what);
  }

  WinoBiasExample read_line(std::string_view line) const {
    WinoBiasExample example;
    std::optional<TextStretch> person;
    while (!line.empty()) {
      const std::size_t open = std::min(line.find('['), line.size());
      example.text += line.substr(0, open);
      line.remove_prefix(open);
      if (line.empty()) break;
      const std::size_t close = line.find(']');
      if (close == std::string_view::npos) refuse("'[' without ']'");
      const std::string_view marked = line.substr(1, close - 1);
      const TextStretch stretch{.begin = example.text.size(), .end = example.text.size() + marked.size()};
      example.text += marked;
      line.remove_prefix(close + 1);
      if (is_pronoun(marked)) {
        example.pronouns.push_back(stretch);
      } else {
        if (person) refuse("two marked stretches that are no pronouns, expected one");
        person = stretch;
      }
    }
    if (!person || example.pronouns.empty()) refuse("expected a marked person and a marked pronoun");
    example.person = *person;
    return example;
  }

  Lines lines_;
  const std::string& name_;
};

}  // namespace

std::vector<WinoBiasExample> parse_winobias(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

std::vector<WinoBiasExample> read_winobias(const std::filesystem::path& path, InvalidUtf8 invalid) {
  return parse_winobias(read_checked_text(path, invalid), name_of_input(path));
}

}  // namespace attnscope
