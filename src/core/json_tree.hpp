// A JSON document as a tree, for settings files; large or unlimited documents are read by events instead.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/json_reader.hpp"
#include "core/matrix.hpp"

namespace attnscope {

/// One value with all that is in it. Members keep the order of the file; a key that comes twice was refused.
class JsonNode {
 public:
  using Member = std::pair<std::string, JsonNode>;
  struct Null {};

  JsonNode() = default;
  explicit JsonNode(bool value) : value_(value) {}
  explicit JsonNode(const JsonNumber& value) : value_(value) {}
  explicit JsonNode(std::string value) : value_(std::move(value)) {}
  explicit JsonNode(std::vector<JsonNode> items) : value_(std::move(items)) {}
  explicit JsonNode(std::vector<Member> members) : value_(std::move(members)) {}

  bool is_null() const { return std::holds_alternative<Null>(value_); }
  bool is_object() const { return std::holds_alternative<std::vector<Member>>(value_); }
  bool is_array() const { return std::holds_alternative<std::vector<JsonNode>>(value_); }
  bool is_text() const { return std::holds_alternative<std::string>(value_); }
  bool is_number() const { return std::holds_alternative<JsonNumber>(value_); }

  /// The number, or null for other kinds.
  const JsonNumber* number() const { return std::get_if<JsonNumber>(&value_); }
  /// Members of an object, items of an array; empty for other kinds.
  const std::vector<Member>& members() const;
  const std::vector<JsonNode>& items() const;
  /// The member, or null where there is none or it is JSON's null.
  const JsonNode* find(std::string_view key) const;

  /// This value as a kind; `where` names it in errors ("tokenizer.json: model.vocab").
  /// Throws: Error(input) "where: expected text, found …".
  const std::string& text(const std::string& where) const;
  Index whole(const std::string& where, Index least, Index most) const;
  double real(const std::string& where) const;
  bool flag(const std::string& where) const;
  /// The member as a kind. Throws as above, also where it is missing; the `_or` forms take a fallback then.
  const JsonNode& at(std::string_view key, const std::string& where) const;
  std::string text_or(std::string_view key, std::string_view fallback, const std::string& where) const;
  bool flag_or(std::string_view key, bool fallback, const std::string& where) const;
  Index whole_or(std::string_view key, Index fallback, Index least, Index most,
                 const std::string& where) const;

  /// "text", "object", "-1", …: what errors say was found.
  std::string describe() const;

 private:
  std::variant<Null, bool, JsonNumber, std::string, std::vector<JsonNode>, std::vector<Member>> value_;
};

/// Throws: Error(input) as read_json does, and for a key that an object has twice.
JsonNode parse_json(std::string_view text, const std::string& what, Index most_depth = 64);

}  // namespace attnscope
