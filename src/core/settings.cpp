// Parses and checks "key=value,key=value" against the declared settings.
#include "core/settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/error.hpp"
#include "core/suggest.hpp"

namespace attnscope {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string shown(double number) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

template <typename Number>
bool parses(std::string_view text, Number& number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

[[noreturn]] void refuse(std::string_view owner, const Setting& setting, std::string_view typed,
                         const std::string& expected) {
  throw Error(Error::Kind::usage, std::string(owner) + ": setting '" + std::string(setting.name) + "': expected " +
                                      expected + ", found '" + std::string(typed) + "'");
}

std::string range_of(const Setting& setting) {
  return shown(setting.least) + " to " + shown(setting.most);
}

void check_number(std::string_view owner, const Setting& setting, std::string_view typed, std::string_view part) {
  const bool whole = setting.type != Setting::Type::real;
  double number = 0.0;
  Index integer = 0;
  const bool is_number = whole ? parses(part, integer) : parses(part, number) && std::isfinite(number);
  if (whole) number = static_cast<double>(integer);
  if (!is_number || number < setting.least || number > setting.most) {
    refuse(owner, setting, typed, (whole ? "a whole number from " : "a number from ") + range_of(setting));
  }
}

void check(std::string_view owner, const Setting& setting, std::string_view typed) {
  if (typed == setting.fallback) return;
  switch (setting.type) {
    case Setting::Type::integer:
    case Setting::Type::real:
      check_number(owner, setting, typed, typed);
      return;
    case Setting::Type::integers:
      if (typed.empty()) return;
      for (const std::string_view part : split(typed, '/')) check_number(owner, setting, typed, part);
      return;
    case Setting::Type::text:
      if (setting.choices.empty()) return;
      if (std::find(setting.choices.begin(), setting.choices.end(), typed) == setting.choices.end()) {
        std::string list;
        for (const std::string_view choice : setting.choices) {
          list += (list.empty() ? "one of " : ", ") + std::string(choice);
        }
        refuse(owner, setting, typed, list);
      }
      return;
  }
}

}  // namespace

Settings::Settings(std::string_view owner, std::span<const Setting> declared, std::string_view typed) {
  std::vector<std::string_view> names;
  for (const Setting& setting : declared) {
    names.push_back(setting.name);
    values_.emplace_back(setting.name, setting.fallback);
  }
  if (typed.empty()) return;
  for (const std::string_view pair : split(typed, ',')) {
    const std::size_t equals = pair.find('=');
    const std::string_view key = pair.substr(0, equals);
    const auto place = std::find(names.begin(), names.end(), key);
    if (place == names.end()) {
      std::string message = std::string(owner) + ": unknown setting '" + std::string(key) + "'";
      std::string hint = did_you_mean(key, names);
      if (hint.empty()) {
        for (const std::string_view name : names) hint += (hint.empty() ? "settings: " : ", ") + std::string(name);
        if (hint.empty()) hint = std::string(owner) + " has no settings";
      }
      throw Error(Error::Kind::usage, message, hint);
    }
    const Setting& setting = declared[static_cast<std::size_t>(place - names.begin())];
    if (equals == std::string_view::npos) refuse(owner, setting, "", std::string(key) + "=VALUE");
    const std::string_view value = pair.substr(equals + 1);
    if (is_typed(key)) refuse(owner, setting, value, "it once");
    check(owner, setting, value);
    values_[static_cast<std::size_t>(place - names.begin())].second = value;
    typed_.emplace_back(key);
  }
}

const std::string& Settings::value(std::string_view name) const {
  const auto found =
      std::find_if(values_.begin(), values_.end(), [name](const auto& pair) { return pair.first == name; });
  assert(found != values_.end() && "a variant reads a setting that it does not declare");
  return found->second;
}

Index Settings::integer(std::string_view name) const {
  Index number = 0;
  [[maybe_unused]] const bool is_number = parses(value(name), number);
  assert(is_number);
  return number;
}

double Settings::real(std::string_view name) const {
  double number = 0.0;
  [[maybe_unused]] const bool is_number = parses(value(name), number);
  assert(is_number);
  return number;
}

const std::string& Settings::text(std::string_view name) const { return value(name); }

std::vector<Index> Settings::integers(std::string_view name) const {
  std::vector<Index> numbers;
  const std::string& list = value(name);
  if (list.empty()) return numbers;
  for (const std::string_view part : split(list, '/')) {
    Index number = 0;
    [[maybe_unused]] const bool is_number = parses(part, number);
    assert(is_number);
    numbers.push_back(number);
  }
  return numbers;
}

Index Settings::integer_or(std::string_view name, std::string_view other) const {
  return value(name) == other ? integer(other) : integer(name);
}

bool Settings::is_typed(std::string_view name) const {
  return std::find(typed_.begin(), typed_.end(), name) != typed_.end();
}

std::string Settings::to_text() const {
  std::string text;
  for (const auto& [name, value] : values_) text += (text.empty() ? "" : ",") + name + "=" + value;
  return text;
}

}  // namespace attnscope
