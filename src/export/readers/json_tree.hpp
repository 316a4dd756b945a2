// A JSON document whose arrays of numbers are kept as arrays: a matrix of floats takes four bytes a number.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/npy.hpp"

namespace attnscope {

class JsonTree;
using JsonMembers = std::vector<std::pair<std::string, JsonTree>>;  ///< in the document's order

/// A value. Nested lists of numbers of one shape are one FloatArray (null counts as NaN, true and false as 1
/// and 0); a list of texts is a list; any other list holds trees.
class JsonTree {
 public:
  using Value = std::variant<std::monostate, double, std::string, FloatArray, std::vector<std::string>,
                             std::vector<JsonTree>, JsonMembers>;
  JsonTree() = default;
  explicit JsonTree(Value value) : value_(std::move(value)) {}

  Value& value() { return value_; }
  const Value& value() const { return value_; }

  /// Null when it is no object, or has no such member.
  const JsonTree* member(std::string_view name) const;
  /// The text or number of a member; `fallback` where there is none, or one of another kind.
  std::string text_or(std::string_view name, std::string_view fallback) const;
  Index whole_or(std::string_view name, Index fallback) const;

 private:
  Value value_;
};

/// `what` starts the messages. Throws: Error(input) for what is no JSON, for lists of numbers whose rows
/// differ in length, and for more than a million texts, objects and mixed lists.
JsonTree read_json_tree(std::string_view text, const std::string& what);

}  // namespace attnscope
