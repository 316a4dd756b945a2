// The parser is nlohmann's event interface; what it leaves open (NUL bytes, depth, plain messages) is settled
// here.
#include "core/json_reader.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

using Json = nlohmann::json;

std::string place_in(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = lines == 0 ? 0 : before.rfind('\n') + 1;
  const std::string column = "column " + std::to_string(offset - line_start + 1);
  return text.find('\n') == std::string_view::npos ? column
                                                   : "line " + std::to_string(lines + 1) + ", " + column;
}

class Events final : public nlohmann::json_sax<Json> {
 public:
  Events(std::string_view document, const std::string& what, Index most_depth, JsonVisitor& visitor)
      : document_(document), what_(what), most_depth_(most_depth), visitor_(visitor) {}

  bool null() override { return visitor_.null(), true; }
  bool boolean(bool value) override { return visitor_.boolean(value), true; }
  bool number_integer(number_integer_t value) override {
    // Only negative numbers come here; the cast comes first so that the least integer has a magnitude.
    visitor_.number({static_cast<double>(value), true, 0 - static_cast<std::uint64_t>(value), true});
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    visitor_.number({static_cast<double>(value), true, value, false});
    return true;
  }
  bool number_float(number_float_t value, const string_t&) override {
    visitor_.number({value, false, 0, std::signbit(value)});
    return true;
  }
  bool string(string_t& value) override { return visitor_.text(std::move(value)), true; }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& name) override { return visitor_.key(std::move(name)), true; }
  bool start_object(std::size_t) override { return enter(), visitor_.begin_object(), true; }
  bool start_array(std::size_t) override { return enter(), visitor_.begin_array(), true; }
  bool end_object() override { return --depth_, visitor_.end_object(), true; }
  bool end_array() override { return --depth_, visitor_.end_array(), true; }

  bool parse_error(std::size_t position, const std::string&, const Json::exception& fault) override {
    constexpr int out_of_range = 406;
    std::string found = "unexpected end";
    const std::size_t offset = position == 0 ? 0 : position - 1;
    if (fault.id == out_of_range) {
      found = "a number too large for double precision";
    } else if (offset < document_.size()) {
      found = "unexpected '" + printable(document_.substr(offset, 1)) + "'";
    }
    throw Error(Error::Kind::input, what_ + " is not valid JSON: " + found + " at " +
                                        place_in(document_, std::min(offset, document_.size())));
  }

 private:
  void enter() {
    if (++depth_ > most_depth_) {
      throw Error(Error::Kind::input,
                  what_ + " is nested deeper than " + std::to_string(most_depth_) + " levels");
    }
  }

  std::string_view document_;
  const std::string& what_;
  Index most_depth_;
  Index depth_ = 0;
  JsonVisitor& visitor_;
};

}  // namespace

bool JsonNumber::is_size() const {
  return is_whole && !is_negative && magnitude <= most_index;
}

std::string JsonNumber::to_text() const {
  if (is_whole) return (is_negative ? "-" : "") + std::to_string(magnitude);
  return Json(value).dump();
}

void read_json(std::string_view text, const std::string& what, Index most_depth, JsonVisitor& visitor) {
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    throw Error(Error::Kind::input, what + " is not valid JSON: NUL byte at " + place_in(text, nul));
  }
  if (const std::size_t invalid = find_invalid_utf8(text); invalid != std::string_view::npos) {
    throw Error(Error::Kind::input, what + " is not UTF-8: invalid byte at " + place_in(text, invalid));
  }
  Events events(text, what, most_depth, visitor);
  Json::sax_parse(text.begin(), text.end(), &events);
}

}  // namespace attnscope
