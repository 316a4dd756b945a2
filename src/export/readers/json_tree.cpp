// Rows of numbers are joined to their parent as soon as they end, so that a matrix is never held as lists of
// lists.
#include "export/readers/json_tree.hpp"

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr Index most_depth = 32;
constexpr Index most_nodes = 1'000'000;
constexpr std::size_t most_dimensions = 8;

/// A list or object that has not ended.
struct Open {
  bool is_object = false;
  std::string key = {};  // of the member that is being read
  JsonMembers members = {};
  std::vector<JsonTree> items = {};
  std::vector<std::string> texts = {};
  std::vector<float> numbers = {};  // of rows that have ended, or of this row
  std::vector<Index> row_shape = {};
  Index rows = 0;
  bool has_rows = false;  // its items are lists of numbers, not numbers
};

class TreeBuilder final : public JsonVisitor {
 public:
  explicit TreeBuilder(const std::string& what) : what_(what) {}
  JsonTree take() { return std::move(root_); }

  void begin_object() override {
    count_node();
    open_.push_back({.is_object = true});
  }
  void key(std::string&& name) override {
    for (const auto& [known, value] : open_.back().members) {
      if (known == name) fail("'" + printable(name) + "' appears twice in one object");
    }
    open_.back().key = std::move(name);
  }
  void end_object() override {
    JsonTree tree{std::move(open_.back().members)};
    open_.pop_back();
    add(std::move(tree));
  }
  void begin_array() override { open_.push_back({}); }
  void end_array() override {
    Open list = std::move(open_.back());
    open_.pop_back();
    if (!list.items.empty()) return add(JsonTree{std::move(list.items)});
    if (!list.texts.empty()) return add(JsonTree{std::move(list.texts)});
    FloatArray array;
    array.shape = {list.has_rows ? list.rows : static_cast<Index>(list.numbers.size())};
    if (list.has_rows) array.shape.insert(array.shape.end(), list.row_shape.begin(), list.row_shape.end());
    array.numbers = std::move(list.numbers);
    add_array(std::move(array));
  }
  void text(std::string&& value) override {
    count_node();
    if (!open_.empty() && !open_.back().is_object) {
      Open& list = open_.back();
      if (list.items.empty() && list.numbers.empty() && !list.has_rows)
        return list.texts.push_back(std::move(value));
    }
    add(JsonTree{std::move(value)});
  }
  void number(const JsonNumber& value) override { add_number(value.value); }
  void boolean(bool value) override { add_number(value ? 1.0 : 0.0); }
  void null() override {
    if (!open_.empty() && !open_.back().is_object)
      return add_number(std::numeric_limits<double>::quiet_NaN());
    add(JsonTree{});
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Error::Kind::input, what_ + ": " + message);
  }

  void count_node() {
    if (++nodes_ > most_nodes) fail("more than " + std::to_string(most_nodes) + " texts and objects");
  }

  void add_number(double value) {
    if (open_.empty() || open_.back().is_object) return add(JsonTree{value});
    Open& list = open_.back();
    if (list.has_rows) fail("a number between lists: " + place());
    if (!list.items.empty() || !list.texts.empty()) return add(JsonTree{value});
    list.numbers.push_back(static_cast<float>(value));
  }

  /// A list of numbers has ended: it becomes a row of the list around it, when that holds nothing else.
  void add_array(FloatArray array) {
    if (open_.empty() || open_.back().is_object) return add(JsonTree{std::move(array)});
    Open& list = open_.back();
    const bool holds_others =
        !list.items.empty() || !list.texts.empty() || (!list.has_rows && !list.numbers.empty());
    if (holds_others || array.shape.size() >= most_dimensions) return add(JsonTree{std::move(array)});
    if (!list.has_rows) {
      list.has_rows = true;
      list.row_shape = array.shape;
      list.numbers = std::move(array.numbers);
      list.rows = 1;
    } else if (list.row_shape == array.shape) {
      list.numbers.insert(list.numbers.end(), array.numbers.begin(), array.numbers.end());
      ++list.rows;
    } else {
      split_rows(list);
      add(JsonTree{std::move(array)});
    }
  }

  /// Rows of differing shape: the list holds them one by one.
  void split_rows(Open& list) {
    Index size = 1;
    for (const Index length : list.row_shape) size *= length;
    for (Index row = 0; row < list.rows; ++row) {
      const auto first = list.numbers.begin() + row * size;
      count_node();
      list.items.emplace_back(FloatArray{list.row_shape, std::vector<float>(first, first + size)});
    }
    list.numbers.clear();
    list.has_rows = false;
  }

  void add(JsonTree tree) {
    if (open_.empty()) {
      root_ = std::move(tree);
    } else if (open_.back().is_object) {
      open_.back().members.emplace_back(std::move(open_.back().key), std::move(tree));
    } else {
      add_item(open_.back(), std::move(tree));
    }
  }

  void add_item(Open& list, JsonTree tree) {
    count_node();
    if (list.has_rows) split_rows(list);
    for (std::string& text : list.texts) list.items.emplace_back(std::move(text));
    for (const float number : list.numbers) {
      count_node();
      list.items.emplace_back(static_cast<double>(number));
    }
    list.texts.clear();
    list.numbers.clear();
    list.items.push_back(std::move(tree));
  }

  std::string place() const {
    for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
      if (open->is_object) return "in '" + printable(open->key) + "'";
    }
    return "in the outermost list";
  }

  const std::string& what_;
  std::vector<Open> open_;
  JsonTree root_;
  Index nodes_ = 0;
};

}  // namespace

const JsonTree* JsonTree::member(std::string_view name) const {
  const auto* const members = std::get_if<JsonMembers>(&value_);
  if (members == nullptr) return nullptr;
  for (const auto& [key, tree] : *members) {
    if (key == name) return &tree;
  }
  return nullptr;
}

std::string JsonTree::text_or(std::string_view name, std::string_view fallback) const {
  const JsonTree* const tree = member(name);
  const auto* const text = tree == nullptr ? nullptr : std::get_if<std::string>(&tree->value());
  return text == nullptr ? std::string(fallback) : *text;
}

Index JsonTree::whole_or(std::string_view name, Index fallback) const {
  constexpr double most = 9e15;  // whole numbers are exact below
  const JsonTree* const tree = member(name);
  const auto* const number = tree == nullptr ? nullptr : std::get_if<double>(&tree->value());
  if (number == nullptr || std::abs(*number) > most || std::floor(*number) != *number) return fallback;
  return static_cast<Index>(*number);
}

JsonTree read_json_tree(std::string_view text, const std::string& what) {
  TreeBuilder builder(what);
  read_json(text, what, most_depth, builder);
  return builder.take();
}

}  // namespace attnscope
