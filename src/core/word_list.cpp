// JSON is recognised by its first bracket and a quote or the closing bracket after it.
#include "core/word_list.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/foreign_file.hpp"
#include "core/json_reader.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

class ListVisitor final : public JsonVisitor {
 public:
  explicit ListVisitor(const std::string& path) : path_(path) {}
  std::vector<std::string>& words() { return words_; }

  void begin_object() override { refuse(); }
  void key(std::string&&) override { refuse(); }
  void end_object() override {}
  void begin_array() override {
    if (++level_ > 1) refuse();
  }
  void end_array() override {}
  void text(std::string&& value) override {
    if (level_ != 1) refuse();
    words_.push_back(std::move(value));
  }
  void number(const JsonNumber&) override { refuse(); }
  void boolean(bool) override { refuse(); }
  void null() override { refuse(); }

 private:
  [[noreturn]] void refuse() const {
    throw Error(Error::Kind::input, path_ + ": expected a list of texts, such as [\"the\", \"cat\"]");
  }

  const std::string& path_;
  Index level_ = 0;
  std::vector<std::string> words_;
};

bool looks_like_json(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const std::size_t bracket = text.find_first_not_of(spaces);
  if (bracket == std::string_view::npos || text[bracket] != '[') return false;
  const std::size_t next = text.find_first_not_of(spaces, bracket + 1);
  const std::size_t last = text.find_last_not_of(spaces);
  return last > bracket && text[last] == ']' && (text[next] == '"' || next == last);
}

}  // namespace

std::vector<std::string> read_word_list(const std::filesystem::path& path) {
  const std::string shown = shown_path(path);
  const std::string bytes = read_text(path, most_bytes);
  std::string_view text = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (looks_like_json(text)) {
    ListVisitor visitor(shown);
    read_json(text, shown, 4, visitor);
    return std::move(visitor.words());
  }
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (find_invalid_utf8(line) != std::string_view::npos || line.find('\0') != std::string_view::npos) {
      throw Error(Error::Kind::input,
                  shown + ": line " + std::to_string(words.size() + 1) + ": not UTF-8 text");
    }
    words.emplace_back(line);
  }
  return words;
}

}  // namespace attnscope
