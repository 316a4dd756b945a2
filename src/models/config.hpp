// What a model says of itself: config.json, or the same keys made from another format's header.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// Checked access to the values by their paths ("rope_parameters.rope_theta"). What nobody asked for can be
/// listed, so that nothing is ignored unseen.
class Config {
 public:
  struct Null {};
  struct Other {};  ///< nested or mixed lists, which no key that we read holds
  using Value =
      std::variant<Null, bool, double, std::string, std::vector<double>, std::vector<std::string>, Other>;

  /// `file` starts every message. Throws: Error(input) when the text is no JSON object or has a key twice.
  static Config parse(std::string_view text, const std::string& file);
  explicit Config(std::string file) : file_(std::move(file)) {}

  /// Replaces a value that is there.
  void set(std::string path, Value value) { values_[std::move(path)] = std::move(value); }
  const std::string& file() const { return file_; }

  /// Whether the key is there and not null.
  bool has(std::string_view path) const;
  /// Whether a key of this object is there.
  bool has_object(std::string_view path) const;
  /// Paths that start so.
  std::vector<std::string> paths_under(std::string_view prefix) const;

  /// Throws: Error(input) "config.json: 'hidden_size' must be a whole number from 1 to 1048576, found "768"".
  Index size(std::string_view path) const { return whole(path, 1, most_size); }
  Index size_or(std::string_view path, Index fallback) const;
  Index whole(std::string_view path, Index least, Index most) const;
  Index whole_or(std::string_view path, Index fallback) const;
  double real(std::string_view path) const;
  double real_or(std::string_view path, double fallback) const;
  bool flag_or(std::string_view path, bool fallback) const;
  std::string text(std::string_view path) const;
  std::string text_or(std::string_view path, std::string_view fallback) const;
  std::vector<double> reals(std::string_view path) const;
  std::vector<Index> wholes(std::string_view path) const;
  std::vector<std::string> texts(std::string_view path) const;

  /// Throws: Error(unsupported) unless the key is missing, null or has this value: for settings that would
  /// change the attention in a way that is not computed.
  void expect(std::string_view path, const Value& value) const;
  /// Throws Error(input): "config.json: 'path' must be …, found …".
  [[noreturn]] void refuse(std::string_view path, std::string_view wanted) const;

  /// Requires: the path is there. `shown` is the value as a message quotes it.
  const Value& value(std::string_view path) const { return values_.find(path)->second; }
  std::string shown(std::string_view path) const;
  /// Paths of values that are not null and that nobody has asked for.
  std::vector<std::string> unread() const;

  static constexpr Index most_size = 1 << 20;

 private:
  const Value* find(std::string_view path) const;

  std::string file_;
  std::map<std::string, Value, std::less<>> values_;
  mutable std::set<std::string, std::less<>> read_;
};

}  // namespace attnscope
