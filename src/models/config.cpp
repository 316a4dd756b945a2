// A flat list of paths and values: nothing that we read is nested in lists, and a flat list is easy to check.
#include "models/config.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr Index most_depth = 16;

/// Collects values under their paths. Lists of numbers or of texts are values; all other lists are `Other`.
class Flattener final : public JsonVisitor {
 public:
  Flattener(Config& config, std::map<std::string, Config::Value, std::less<>>& values)
      : config_(config), values_(values) {}

  void begin_object() override {
    if (list_depth_ > 0) {
      is_mixed_ = true;
      ++list_depth_;
      return;
    }
    if (is_started_) prefixes_.push_back(path() + ".");
    is_started_ = true;
  }
  void key(std::string&& name) override { key_ = std::move(name); }
  void end_object() override {
    if (list_depth_ > 0) {
      close_list();
      return;
    }
    if (!prefixes_.empty()) prefixes_.pop_back();
  }
  void begin_array() override {
    if (!is_started_) refuse_root();
    if (list_depth_++ > 0) {
      is_mixed_ = true;
      return;
    }
    numbers_.clear();
    texts_.clear();
    is_mixed_ = false;
  }
  void end_array() override { close_list(); }
  void text(std::string&& value) override {
    if (list_depth_ > 0) {
      texts_.push_back(std::move(value));
    } else {
      add(std::move(value));
    }
  }
  void number(const JsonNumber& value) override {
    if (list_depth_ > 0) {
      numbers_.push_back(value.value);
    } else {
      add(value.value);
    }
  }
  void boolean(bool value) override {
    is_mixed_ = is_mixed_ || list_depth_ > 0;
    if (list_depth_ == 0) add(value);
  }
  void null() override {
    is_mixed_ = is_mixed_ || list_depth_ > 0;
    if (list_depth_ == 0) add(Config::Null{});
  }

 private:
  std::string path() const { return (prefixes_.empty() ? std::string() : prefixes_.back()) + key_; }

  void close_list() {
    if (--list_depth_ > 0) return;
    if (is_mixed_ || (!numbers_.empty() && !texts_.empty())) {
      add(Config::Other{});
    } else if (!texts_.empty()) {
      add(std::move(texts_));
    } else {
      add(std::move(numbers_));
    }
  }

  void add(Config::Value value) {
    if (!is_started_) refuse_root();
    if (!values_.emplace(path(), std::move(value)).second) {
      throw Error(Error::Kind::input, config_.file() + ": key '" + printable(path()) + "' appears twice");
    }
  }

  [[noreturn]] void refuse_root() const {
    throw Error(Error::Kind::input, config_.file() + ": expected a JSON object, found something else");
  }

  Config& config_;
  std::map<std::string, Config::Value, std::less<>>& values_;
  std::vector<std::string> prefixes_;
  std::string key_;
  bool is_started_ = false;
  Index list_depth_ = 0;
  bool is_mixed_ = false;
  std::vector<double> numbers_;
  std::vector<std::string> texts_;
};

std::string number_text(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

struct Shown {
  std::string operator()(Config::Null) const { return "null"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(const std::string& value) const { return "\"" + printable(value, 60) + "\""; }
  std::string operator()(const std::vector<double>& value) const {
    return "a list of " + std::to_string(value.size()) + " numbers";
  }
  std::string operator()(const std::vector<std::string>& value) const {
    return "a list of " + std::to_string(value.size()) + " texts";
  }
  std::string operator()(Config::Other) const { return "a list"; }
};

bool is_equal(const Config::Value& one, const Config::Value& other) {
  return one.index() == other.index() && std::visit(Shown{}, one) == std::visit(Shown{}, other);
}

}  // namespace

Config Config::parse(std::string_view text, const std::string& file) {
  Config config(file);
  Flattener flattener(config, config.values_);
  read_json(text, file, most_depth, flattener);
  return config;
}

const Config::Value* Config::find(std::string_view path) const {
  const auto found = values_.find(path);
  if (found == values_.end()) return nullptr;
  read_.emplace(path);
  return std::holds_alternative<Null>(found->second) ? nullptr : &found->second;
}

bool Config::has(std::string_view path) const {
  return find(path) != nullptr;
}

bool Config::has_object(std::string_view path) const {
  const std::string prefix = std::string(path) + ".";
  const auto first = values_.lower_bound(prefix);
  return first != values_.end() && first->first.starts_with(prefix);
}

std::vector<std::string> Config::paths_under(std::string_view prefix) const {
  std::vector<std::string> paths;
  for (auto place = values_.lower_bound(prefix); place != values_.end() && place->first.starts_with(prefix);
       ++place) {
    paths.push_back(place->first);
  }
  return paths;
}

void Config::refuse(std::string_view path, std::string_view wanted) const {
  const auto found = values_.find(path);
  const std::string what = found == values_.end() ? "nothing" : std::visit(Shown{}, found->second);
  throw Error(Error::Kind::input,
              file_ + ": '" + printable(path) + "' must be " + std::string(wanted) + ", found " + what);
}

Index Config::whole(std::string_view path, Index least, Index most) const {
  const Value* value = find(path);
  const double* number = value == nullptr ? nullptr : std::get_if<double>(value);
  if (number == nullptr || std::floor(*number) != *number || *number < static_cast<double>(least) ||
      *number > static_cast<double>(most)) {
    refuse(path, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return static_cast<Index>(*number);
}

Index Config::size_or(std::string_view path, Index fallback) const {
  return has(path) ? size(path) : fallback;
}

Index Config::whole_or(std::string_view path, Index fallback) const {
  constexpr Index most = Index{1} << 40;
  return has(path) ? whole(path, -most, most) : fallback;
}

double Config::real(std::string_view path) const {
  const Value* value = find(path);
  const double* number = value == nullptr ? nullptr : std::get_if<double>(value);
  if (number == nullptr || !std::isfinite(*number)) refuse(path, "a number");
  return *number;
}

double Config::real_or(std::string_view path, double fallback) const {
  return has(path) ? real(path) : fallback;
}

bool Config::flag_or(std::string_view path, bool fallback) const {
  const Value* value = find(path);
  if (value == nullptr) return fallback;
  const bool* flag = std::get_if<bool>(value);
  if (flag == nullptr) refuse(path, "true or false");
  return *flag;
}

std::string Config::text(std::string_view path) const {
  const Value* value = find(path);
  const std::string* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  if (text == nullptr) refuse(path, "a text");
  return *text;
}

std::string Config::text_or(std::string_view path, std::string_view fallback) const {
  return has(path) ? text(path) : std::string(fallback);
}

std::vector<double> Config::reals(std::string_view path) const {
  const Value* value = find(path);
  const std::vector<double>* list = value == nullptr ? nullptr : std::get_if<std::vector<double>>(value);
  if (list == nullptr) refuse(path, "a list of numbers");
  return *list;
}

std::vector<Index> Config::wholes(std::string_view path) const {
  std::vector<Index> wholes;
  for (const double number : reals(path)) {
    if (std::floor(number) != number || std::abs(number) > static_cast<double>(most_size)) {
      refuse(path, "a list of whole numbers");
    }
    wholes.push_back(static_cast<Index>(number));
  }
  return wholes;
}

std::vector<std::string> Config::texts(std::string_view path) const {
  const Value* value = find(path);
  const std::vector<std::string>* list =
      value == nullptr ? nullptr : std::get_if<std::vector<std::string>>(value);
  if (list == nullptr) refuse(path, "a list of texts");
  return *list;
}

void Config::expect(std::string_view path, const Value& value) const {
  const Value* found = find(path);
  if (found == nullptr || is_equal(*found, value)) return;
  throw Error(Error::Kind::unsupported, file_ + ": '" + printable(path) + "' is " +
                                            std::visit(Shown{}, *found) + ", and only " +
                                            std::visit(Shown{}, value) + " is supported");
}

std::string Config::shown(std::string_view path) const {
  return std::visit(Shown{}, value(path));
}

std::vector<std::string> Config::unread() const {
  std::vector<std::string> paths;
  for (const auto& [path, value] : values_) {
    if (!std::holds_alternative<Null>(value) && !read_.contains(path)) paths.push_back(path);
  }
  return paths;
}

}  // namespace attnscope
