// ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC, tab separated; a blank line ends a sentence.
#include "text/conllu.hpp"

#include <optional>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

enum Field : std::size_t { id, form, lemma, upos, xpos, features, head, relation, deps, misc, field_count };

std::string value_of(std::string_view field) {
  return field == "_" ? std::string() : std::string(field);
}

/// "# key = value"
std::optional<std::string_view> comment_value(std::string_view line, std::string_view key) {
  line = trimmed(line.substr(1));
  if (!line.starts_with(key)) return std::nullopt;
  line = trimmed(line.substr(key.size()));
  if (!line.starts_with('=')) return std::nullopt;
  return trimmed(line.substr(1));
}

bool says_no_space(std::string_view miscellaneous) {
  for (const std::string_view part : split_fields(miscellaneous, '|')) {
    if (part == "SpaceAfter=No") return true;
  }
  return false;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : lines_(text), name_(name) {}

  std::vector<TreebankSentence> read() {
    for (std::string_view line; lines_.next(line);) {
      if (trimmed(line).empty()) {
        end_sentence();
      } else if (line.front() == '#') {
        read_comment(line);
      } else {
        read_word_line(line);
      }
    }
    end_sentence();
    if (sentences_.empty()) throw Error(Error::Kind::input, name_ + ": no sentence found");
    return std::move(sentences_);
  }

 private:
  [[noreturn]] void refuse(Index line, const std::string& what) const {
    throw Error(Error::Kind::input, name_ + ": line " + std::to_string(line) + ": " + what);
  }
  [[noreturn]] void refuse(const std::string& what) const { refuse(lines_.number(), what); }

  Index word_count() const { return static_cast<Index>(sentence_.words.size()); }

  void read_comment(std::string_view line) {
    if (const auto sentence_id = comment_value(line, "sent_id")) sentence_.id = *sentence_id;
    if (const auto text = comment_value(line, "text")) sentence_.text = *text;
    if (const auto document = comment_value(line, "newdoc id")) document_ = *document;
  }

  void read_word_line(std::string_view line) {
    const std::vector<std::string_view> fields = split_fields(line, '\t');
    if (fields.size() != field_count) {
      refuse(std::to_string(fields.size()) + (fields.size() == 1 ? " field" : " fields") +
             ", CoNLL-U has 10 (tab separated)");
    }
    if (fields[form].empty()) refuse("the FORM is empty");
    if (fields[id].find('-') != std::string_view::npos) {
      read_range(fields);
    } else if (fields[id].find('.') != std::string_view::npos) {
      read_empty_node(fields[id]);
    } else {
      read_word(fields);
    }
  }

  void read_word(const std::vector<std::string_view>& fields) {
    const Index number = small_number(fields[id]);
    if (number < 1) refuse("'" + printable(fields[id], 40) + "' is no word id");
    if (number != word_count() + 1) {
      refuse("word id " + std::to_string(number) + " follows " + std::to_string(word_count()));
    }
    if (sentence_.words.empty()) sentence_.line = lines_.number();
    TreebankWord word{.form = std::string(fields[form]),
                      .lemma = std::string(fields[lemma]),
                      .part_of_speech = value_of(fields[upos]),
                      .language_tag = value_of(fields[xpos]),
                      .features = value_of(fields[features]),
                      .relation = value_of(fields[relation]),
                      .miscellaneous = value_of(fields[misc]),
                      .is_followed_by_space = !says_no_space(fields[misc])};
    if (fields[head] != "_") {
      const Index head_number = small_number(fields[head]);
      if (head_number < 0) refuse("HEAD '" + printable(fields[head], 40) + "' is no word id");
      if (head_number == number) refuse("word " + std::to_string(number) + " is its own HEAD");
      word.head = head_number - 1;
    }
    sentence_.words.push_back(std::move(word));
  }

  /// "3-4": the next two words are written as one.
  void read_range(const std::vector<std::string_view>& fields) {
    const std::string shown = "range " + printable(fields[id], 40);
    const std::size_t dash = fields[id].find('-');
    const Index first = small_number(fields[id].substr(0, dash));
    const Index last = small_number(fields[id].substr(dash + 1));
    if (first < 1 || last < 1) refuse(shown + " is not of the form 3-4");
    if (last < first) refuse(shown + " ends before it starts");
    if (first != word_count() + 1) refuse(shown + " stands before word " + std::to_string(word_count() + 1));
    if (!sentence_.multiword_tokens.empty() && sentence_.multiword_tokens.back().last >= first - 1) {
      refuse(shown + " overlaps the range before");
    }
    sentence_.multiword_tokens.push_back({.first = first - 1,
                                          .last = last - 1,
                                          .form = std::string(fields[form]),
                                          .is_followed_by_space = !says_no_space(fields[misc])});
  }

  void read_empty_node(std::string_view node) {
    const std::size_t dot = node.find('.');
    if (small_number(node.substr(0, dot)) != word_count() || small_number(node.substr(dot + 1)) < 1) {
      refuse("empty node " + printable(node, 40) + " follows word " + std::to_string(word_count()));
    }
    ++sentence_.empty_nodes;
  }

  void end_sentence() {
    if (!sentence_.words.empty()) {
      check_sentence();
      if (sentence_.text.empty()) sentence_.text = sentence_.rebuilt_text();
      sentence_.document = document_;
      sentences_.push_back(std::move(sentence_));
    } else if (!sentence_.multiword_tokens.empty()) {
      refuse("a range without its words");
    }
    sentence_ = {};
  }

  void check_sentence() const {
    const std::string words = "the sentence has " + std::to_string(word_count()) + " words";
    for (const TreebankWord& word : sentence_.words) {
      if (word.head >= word_count()) {
        refuse(sentence_.line,
               "HEAD " + std::to_string(word.head + 1) + " of '" + printable(word.form, 40) + "', " + words);
      }
    }
    if (!sentence_.multiword_tokens.empty() && sentence_.multiword_tokens.back().last >= word_count()) {
      const MultiwordToken& token = sentence_.multiword_tokens.back();
      refuse(sentence_.line, "range " + std::to_string(token.first + 1) + "-" +
                                 std::to_string(token.last + 1) + ", " + words);
    }
  }

  Lines lines_;
  const std::string& name_;
  std::string document_;
  TreebankSentence sentence_;
  std::vector<TreebankSentence> sentences_;
};

}  // namespace

std::vector<std::string> TreebankSentence::forms() const {
  std::vector<std::string> all;
  all.reserve(words.size());
  for (const TreebankWord& word : words) all.push_back(word.form);
  return all;
}

std::string TreebankSentence::rebuilt_text() const {
  std::string result;
  auto range = multiword_tokens.begin();
  for (std::size_t index = 0; index < words.size(); ++index) {
    const bool is_range = range != multiword_tokens.end() && range->first == static_cast<Index>(index);
    result += is_range ? range->form : words[index].form;
    const bool has_space = is_range ? range->is_followed_by_space : words[index].is_followed_by_space;
    if (is_range) index = static_cast<std::size_t>((range++)->last);
    if (has_space && index + 1 < words.size()) result += ' ';
  }
  return result;
}

std::vector<TreebankSentence> parse_conllu(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

std::vector<TreebankSentence> read_conllu(const std::filesystem::path& path, InvalidUtf8 invalid) {
  return parse_conllu(read_checked_text(path, invalid), name_of_input(path));
}

}  // namespace attnscope
