// Typed look-ups in a file's metadata, with messages that name the key.
#include "models/weight_format/metadata.hpp"

#include <algorithm>
#include <type_traits>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::size_t most_listed = 8;  // entries of a list that a listing shows

template <typename Type>
struct IsList : std::false_type {};
template <typename Type>
struct IsList<std::vector<Type>> : std::true_type {};

std::string one_text(bool value) {
  return value ? "true" : "false";
}
std::string one_text(std::int64_t value) {
  return std::to_string(value);
}
std::string one_text(std::uint64_t value) {
  return std::to_string(value);
}
std::string one_text(double value) {
  std::string text(32, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.9g", value)));
  return text;
}
std::string one_text(const std::string& value) {
  return "'" + printable(value, 80) + "'";
}

bool to_index(std::int64_t value, Index& out) {
  out = value;
  return true;
}
bool to_index(std::uint64_t value, Index& out) {
  out = static_cast<Index>(value);
  return value <= most_index;
}

}  // namespace

std::string metadata_text(const MetadataValue& value) {
  return std::visit(
      [](const auto& content) -> std::string {
        using Content = std::remove_cvref_t<decltype(content)>;
        if constexpr (IsList<Content>::value) {
          using Item = typename Content::value_type;
          std::string text = "[";
          for (std::size_t item = 0; item < std::min(content.size(), most_listed); ++item) {
            text += (item > 0 ? ", " : "") + one_text(static_cast<const Item&>(content[item]));
          }
          if (content.size() > most_listed) text += ", … " + std::to_string(content.size()) + " in all";
          return text + "]";
        } else {
          return one_text(content);
        }
      },
      value);
}

const MetadataValue& Metadata::at(std::string_view key) const {
  if (const auto found = values_.find(key); found != values_.end()) return found->second;
  throw Error(Error::Kind::input, file_ + ": metadata key '" + printable(key) + "' is missing");
}

void Metadata::refuse(std::string_view key, std::string_view wanted, const MetadataValue& found) const {
  throw Error(Error::Kind::input, file_ + ": metadata key '" + printable(key) + "': expected " +
                                      std::string(wanted) + ", found " + metadata_text(found));
}

const std::string& Metadata::text(std::string_view key) const {
  const MetadataValue& value = at(key);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  refuse(key, "a text", value);
}

bool Metadata::flag(std::string_view key) const {
  const MetadataValue& value = at(key);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  refuse(key, "true or false", value);
}

Index Metadata::whole(std::string_view key) const {
  const std::vector<Index> values = wholes(key);
  if (values.size() == 1) return values.front();
  refuse(key, "one whole number", at(key));
}

double Metadata::real(std::string_view key) const {
  const MetadataValue& value = at(key);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return static_cast<double>(whole(key));
}

const std::vector<std::string>& Metadata::texts(std::string_view key) const {
  const MetadataValue& value = at(key);
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) return *texts;
  refuse(key, "a list of texts", value);
}

std::vector<Index> Metadata::wholes(std::string_view key) const {
  const MetadataValue& value = at(key);
  std::vector<Index> result;
  const bool fits = std::visit(
      [&](const auto& content) {
        using Content = std::remove_cvref_t<decltype(content)>;
        Index number = 0;
        if constexpr (std::is_same_v<Content, std::int64_t> || std::is_same_v<Content, std::uint64_t>) {
          if (!to_index(content, number)) return false;
          result.push_back(number);
          return true;
        } else if constexpr (std::is_same_v<Content, std::vector<std::int64_t>> ||
                             std::is_same_v<Content, std::vector<std::uint64_t>>) {
          for (const auto item : content) {
            if (!to_index(item, number)) return false;
            result.push_back(number);
          }
          return true;
        } else {
          return false;
        }
      },
      value);
  if (!fits) refuse(key, "whole numbers", value);
  return result;
}

std::vector<float> Metadata::reals(std::string_view key) const {
  const MetadataValue& value = at(key);
  std::vector<float> result;
  if (const auto* reals = std::get_if<std::vector<double>>(&value)) {
    for (const double number : *reals) result.push_back(static_cast<float>(number));
  } else if (const auto* real = std::get_if<double>(&value)) {
    result.push_back(static_cast<float>(*real));
  } else {
    for (const Index number : wholes(key)) result.push_back(static_cast<float>(number));
  }
  return result;
}

std::string Metadata::text_or(std::string_view key, std::string_view fallback) const {
  return has(key) ? text(key) : std::string(fallback);
}
bool Metadata::flag_or(std::string_view key, bool fallback) const {
  return has(key) ? flag(key) : fallback;
}
Index Metadata::whole_or(std::string_view key, Index fallback) const {
  return has(key) ? whole(key) : fallback;
}
double Metadata::real_or(std::string_view key, double fallback) const {
  return has(key) ? real(key) : fallback;
}

}  // namespace attnscope
