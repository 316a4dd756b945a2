// What a weight file says about its model beside the tensors: names with values, as GGUF stores them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// A value of any of GGUF's kinds; whole numbers of all widths are 64 bits here.
using MetadataValue = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, std::vector<bool>,
                                   std::vector<std::int64_t>, std::vector<std::uint64_t>, std::vector<double>,
                                   std::vector<std::string>>;

class Metadata {
 public:
  Metadata() = default;
  /// `file` starts the messages.
  explicit Metadata(std::string file) : file_(std::move(file)) {}

  /// False when there is one of that key already.
  bool add(std::string key, MetadataValue value) {
    return values_.emplace(std::move(key), std::move(value)).second;
  }
  bool has(std::string_view key) const { return values_.find(key) != values_.end(); }
  const std::map<std::string, MetadataValue, std::less<>>& values() const { return values_; }

  /// Throws: Error(input) that names the key when it is missing or holds another kind of value. A single
  /// value is also a list of one. `real` and `reals` take whole numbers too.
  const std::string& text(std::string_view key) const;
  bool flag(std::string_view key) const;
  Index whole(std::string_view key) const;
  double real(std::string_view key) const;
  const std::vector<std::string>& texts(std::string_view key) const;
  std::vector<Index> wholes(std::string_view key) const;
  std::vector<float> reals(std::string_view key) const;

  /// `fallback` where the key is missing.
  std::string text_or(std::string_view key, std::string_view fallback) const;
  bool flag_or(std::string_view key, bool fallback) const;
  Index whole_or(std::string_view key, Index fallback) const;
  double real_or(std::string_view key, double fallback) const;

 private:
  const MetadataValue& at(std::string_view key) const;
  [[noreturn]] void refuse(std::string_view key, std::string_view wanted, const MetadataValue& found) const;

  std::string file_;
  std::map<std::string, MetadataValue, std::less<>> values_;
};

/// The value as one line, long texts and lists cut; for listings.
std::string metadata_text(const MetadataValue& value);

}  // namespace attnscope
