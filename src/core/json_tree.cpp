#include "core/json_tree.hpp"

#include <unordered_set>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

class TreeBuilder final : public JsonVisitor {
 public:
  explicit TreeBuilder(const std::string& what) : what_(what) {}

  void begin_object() override { levels_.push_back({.is_object = true}); }
  void begin_array() override { levels_.push_back({}); }
  void key(std::string&& name) override {
    levels_.back().key = std::move(name);
  }
  void end_object() override {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    check_keys(level.members);
    put(JsonNode(std::move(level.members)));
  }
  void end_array() override {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    put(JsonNode(std::move(level.items)));
  }
  void text(std::string&& value) override { put(JsonNode(std::move(value))); }
  void number(const JsonNumber& value) override { put(JsonNode(value)); }
  void boolean(bool value) override { put(JsonNode(value)); }
  void null() override { put(JsonNode()); }

  JsonNode take() { return std::move(root_); }

 private:
  struct Level {
    bool is_object = false;
    std::string key = {};
    std::vector<JsonNode::Member> members = {};
    std::vector<JsonNode> items = {};
  };

  void check_keys(const std::vector<JsonNode::Member>& members) const {
    std::unordered_set<std::string_view> keys;
    keys.reserve(members.size());
    for (const auto& [key, value] : members) {
      if (keys.insert(key).second) continue;
      throw Error(Error::Kind::input, what_ + ": key '" + printable(key) + "' appears twice in one object");
    }
  }

  void put(JsonNode node) {
    if (levels_.empty()) {
      root_ = std::move(node);
    } else if (levels_.back().is_object) {
      levels_.back().members.emplace_back(std::move(levels_.back().key), std::move(node));
    } else {
      levels_.back().items.push_back(std::move(node));
    }
  }

  const std::string& what_;
  std::vector<Level> levels_;
  JsonNode root_;
};

[[noreturn]] void refuse(const std::string& where, const std::string& expected, const JsonNode& found) {
  throw Error(Error::Kind::input, where + ": expected " + expected + ", found " + found.describe());
}

std::string member_of(const std::string& where, std::string_view key) {
  return where + "." + std::string(key);
}

}  // namespace

const std::vector<JsonNode::Member>& JsonNode::members() const {
  static const std::vector<Member> none;
  const auto* members = std::get_if<std::vector<Member>>(&value_);
  return members != nullptr ? *members : none;
}

const std::vector<JsonNode>& JsonNode::items() const {
  static const std::vector<JsonNode> none;
  const auto* items = std::get_if<std::vector<JsonNode>>(&value_);
  return items != nullptr ? *items : none;
}

const JsonNode* JsonNode::find(std::string_view key) const {
  for (const auto& [name, node] : members()) {
    if (name == key) return node.is_null() ? nullptr : &node;
  }
  return nullptr;
}

const std::string& JsonNode::text(const std::string& where) const {
  if (const auto* found = std::get_if<std::string>(&value_)) return *found;
  refuse(where, "text", *this);
}

Index JsonNode::whole(const std::string& where, Index least, Index most) const {
  const auto* number = std::get_if<JsonNumber>(&value_);
  if (number != nullptr && number->is_size()) {
    const auto value = static_cast<Index>(number->magnitude);
    if (value >= least && value <= most) return value;
  }
  refuse(where, "a whole number from " + std::to_string(least) + " to " + std::to_string(most), *this);
}

double JsonNode::real(const std::string& where) const {
  if (const auto* number = std::get_if<JsonNumber>(&value_)) return number->value;
  refuse(where, "a number", *this);
}

bool JsonNode::flag(const std::string& where) const {
  if (const auto* found = std::get_if<bool>(&value_)) return *found;
  refuse(where, "true or false", *this);
}

const JsonNode& JsonNode::at(std::string_view key, const std::string& where) const {
  if (!is_object()) refuse(where, "an object", *this);
  if (const JsonNode* found = find(key)) return *found;
  throw Error(Error::Kind::input, where + ": '" + std::string(key) + "' is missing");
}

std::string JsonNode::text_or(std::string_view key, std::string_view fallback,
                              const std::string& where) const {
  const JsonNode* found = find(key);
  return found != nullptr ? found->text(member_of(where, key)) : std::string(fallback);
}

bool JsonNode::flag_or(std::string_view key, bool fallback, const std::string& where) const {
  const JsonNode* found = find(key);
  return found != nullptr ? found->flag(member_of(where, key)) : fallback;
}

Index JsonNode::whole_or(std::string_view key, Index fallback, Index least, Index most,
                         const std::string& where) const {
  const JsonNode* found = find(key);
  return found != nullptr ? found->whole(member_of(where, key), least, most) : fallback;
}

std::string JsonNode::describe() const {
  if (is_null()) return "null";
  if (is_object()) return "an object";
  if (is_array()) return "an array";
  if (const auto* flag = std::get_if<bool>(&value_)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<JsonNumber>(&value_)) return number->to_text();
  return "\"" + printable(std::get<std::string>(value_), 40) + "\"";
}

JsonNode parse_json(std::string_view text, const std::string& what, Index most_depth) {
  TreeBuilder builder(what);
  read_json(text, what, most_depth, builder);
  return builder.take();
}

}  // namespace attnscope
