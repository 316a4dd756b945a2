// What a variant lets the user choose, and the values that the user chose.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// One setting of a variant. Option parsing, range checks, `explain`, the JSON and the docs read it from here.
struct Setting {
  enum class Type { integer, real, text, integers };  // an integer's default may name another setting to follow

  std::string_view name;
  Type type = Type::integer;
  std::string_view fallback;  ///< as a user would type it
  double least = 0.0;         ///< for integer, real and each of integers
  double most = 1e9;
  std::string_view unit = {};     ///< "tokens", "keys", "nats"; empty for pure numbers
  std::string_view meaning = {};  ///< a few words, no full stop
  std::vector<std::string_view> choices = {};  ///< for text: the allowed values; empty means any
};

/// The values of one variant's settings: those typed, the rest defaults.
class Settings {
 public:
  /// typed: "key=value,key=value" or empty; list values are separated by '/'. `owner` names the variant in errors.
  /// Throws: Error(usage) for an unknown key, a value of the wrong type or out of range.
  Settings(std::string_view owner, std::span<const Setting> declared, std::string_view typed);

  /// Requires: the setting is declared, with the type asked for.
  Index integer(std::string_view name) const;
  double real(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  std::vector<Index> integers(std::string_view name) const;
  /// The whole number in the setting `name`, whose default is the name of the setting `other` to take it from.
  Index integer_or(std::string_view name, std::string_view other) const;
  /// Whether the user typed it, rather than leaving the default.
  bool is_typed(std::string_view name) const;

  /// "key=value,key=value" of every setting in declared order; parsing it again gives equal settings.
  std::string to_text() const;
  /// Name and value of every setting, in declared order.
  const std::vector<std::pair<std::string, std::string>>& values() const { return values_; }

 private:
  const std::string& value(std::string_view name) const;

  std::vector<std::pair<std::string, std::string>> values_;
  std::vector<std::string> typed_;
};

}  // namespace attnscope
