#include "text/conll_coreference.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::size_t ontogum_columns = 3;
constexpr std::size_t word_column = 3;
constexpr std::size_t part_of_speech_column = 4;
constexpr std::size_t least_columns_with_syntax = 12;

/// The brackets of one document.
class Brackets {
 public:
  /// Reads the brackets of one word. Returns what is wrong with them, or nothing.
  std::string read(std::string_view field, Index word, Index line) {
    while (!field.empty()) {
      const bool opens = field.starts_with('(');
      if (opens) field.remove_prefix(1);
      const std::size_t end = std::min(field.find_first_of("()|"), field.size());
      const std::string name(field.substr(0, end));
      field.remove_prefix(end);
      const bool closes = field.starts_with(')');
      if (closes) field.remove_prefix(1);
      if (name.empty()) return "a bracket without the name of a cluster";
      if (!opens && !closes) return "'" + printable(name, 40) + "' stands outside brackets";
      const Index cluster = cluster_of(name);
      if (opens) open_[static_cast<std::size_t>(cluster)].push_back({word, line});
      if (closes && !close(cluster, word)) return "'" + printable(name, 40) + ")' closes no open mention";
      if (field.starts_with('|')) field.remove_prefix(1);
    }
    return {};
  }

  /// The line on which a mention began that is still open, or 0.
  Index open_line() const {
    for (const std::vector<Start>& starts : open_) {
      if (!starts.empty()) return starts.back().line;
    }
    return 0;
  }

  std::vector<Mention> take_mentions() {
    std::sort(mentions_.begin(), mentions_.end(), [](const Mention& a, const Mention& b) {
      if (a.first != b.first) return a.first < b.first;
      return a.last != b.last ? a.last > b.last : a.cluster < b.cluster;
    });
    return std::move(mentions_);
  }
  std::vector<std::string> take_names() { return std::move(names_); }

 private:
  struct Start {
    Index word = 0;
    Index line = 0;
  };

  Index cluster_of(const std::string& name) {
    const auto [place, is_new] = clusters_.emplace(name, static_cast<Index>(names_.size()));
    if (is_new) {
      names_.push_back(name);
      open_.emplace_back();
    }
    return place->second;
  }

  /// Mentions of one cluster that lie in one another close from the inside.
  bool close(Index cluster, Index word) {
    std::vector<Start>& starts = open_[static_cast<std::size_t>(cluster)];
    if (starts.empty()) return false;
    mentions_.push_back({.first = starts.back().word, .last = word, .cluster = cluster});
    starts.pop_back();
    return true;
  }

  std::map<std::string, Index> clusters_;
  std::vector<std::string> names_;
  std::vector<std::vector<Start>> open_;
  std::vector<Mention> mentions_;
};

bool holds_nothing(std::string_view field) {
  return field.empty() || field == "-" || field == "_";
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : lines_(text), name_(name) {}

  std::vector<CoreferenceDocument> read() {
    for (std::string_view line; lines_.next(line);) {
      if (trimmed(line).empty()) {
        starts_sentence_ = true;
      } else if (line.front() == '#') {
        read_comment(trimmed(line.substr(1)));
      } else {
        read_word(line);
      }
    }
    end_document();
    if (documents_.empty()) throw Error(Error::Kind::input, name_ + ": no document found");
    return std::move(documents_);
  }

 private:
  [[noreturn]] void refuse(Index line, const std::string& what) const {
    throw Error(Error::Kind::input, name_ + ": line " + std::to_string(line) + ": " + what);
  }

  void read_comment(std::string_view comment) {
    constexpr std::string_view begin = "begin document";
    if (comment.starts_with("end document")) end_document();
    if (!comment.starts_with(begin)) return;
    end_document();
    comment = trimmed(comment.substr(begin.size()));
    if (const std::size_t part = comment.rfind("; part "); part != std::string_view::npos) {
      document_.part = trimmed(comment.substr(part + std::string_view("; part ").size()));
      comment = comment.substr(0, part);
    }
    while (!comment.empty() && (comment.back() == ';' || comment.back() == ' ')) comment.remove_suffix(1);
    if (comment.starts_with('(') && comment.ends_with(')')) comment = comment.substr(1, comment.size() - 2);
    document_.name = comment;
  }

  void read_word(std::string_view line) {
    // Tabs separate where there are any: then a column may be empty, as LitBank's last one is.
    const bool has_tabs = line.find('\t') != std::string_view::npos;
    std::vector<std::string_view> columns = has_tabs ? split_fields(line, '\t') : split_blanks(line);
    // Some files end their lines with a separator too much.
    if (columns_ > 1 && columns.size() == columns_ + 1 && columns.back().empty()) columns.pop_back();
    if (columns.size() < 2) refuse(lines_.number(), "1 column, expected at least a word and its brackets");
    if (columns_ == 0) columns_ = columns.size();
    if (columns.size() != columns_) {
      refuse(lines_.number(),
             std::to_string(columns.size()) + " columns, the lines before have " + std::to_string(columns_));
    }
    const Index word = document_.word_count();
    if (starts_sentence_) document_.sentence_starts.push_back(word);
    starts_sentence_ = false;
    document_.words.emplace_back(word_of(columns));
    if (columns_ >= least_columns_with_syntax) {
      document_.parts_of_speech.push_back(
          holds_nothing(columns[part_of_speech_column]) ? "" : std::string(columns[part_of_speech_column]));
    }
    if (holds_nothing(columns.back())) return;
    const std::string fault = brackets_.read(columns.back(), word, lines_.number());
    if (!fault.empty()) refuse(lines_.number(), fault);
  }

  static std::string_view word_of(const std::vector<std::string_view>& columns) {
    if (columns.size() == ontogum_columns) return columns[1];
    return columns.size() > word_column ? columns[word_column] : std::string_view();
  }

  void end_document() {
    if (const Index line = brackets_.open_line(); line > 0)
      refuse(line, "a mention begins here and has no end");
    if (!document_.words.empty()) {
      if (document_.name.empty()) document_.name = std::filesystem::path(name_).stem().string();
      document_.mentions = brackets_.take_mentions();
      document_.cluster_names = brackets_.take_names();
      std::vector<std::string>& parts = document_.parts_of_speech;
      if (std::all_of(parts.begin(), parts.end(), [](const std::string& part) { return part.empty(); }))
        parts.clear();
      documents_.push_back(std::move(document_));
    }
    document_ = {};
    brackets_ = {};
    columns_ = 0;
    starts_sentence_ = true;
  }

  Lines lines_;
  const std::string& name_;
  CoreferenceDocument document_;
  Brackets brackets_;
  std::size_t columns_ = 0;
  bool starts_sentence_ = true;
  std::vector<CoreferenceDocument> documents_;
};

}  // namespace

std::vector<CoreferenceDocument> parse_conll_coreference(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

std::vector<CoreferenceDocument> read_conll_coreference(const std::filesystem::path& path,
                                                        InvalidUtf8 invalid) {
  return parse_conll_coreference(read_checked_text(path, invalid), name_of_input(path));
}

}  // namespace attnscope
