// Reads exactly what NumPy writes: a dictionary of a text, True or False, and a tuple of whole numbers.
#include "core/npy_header.hpp"

#include <algorithm>
#include <charconv>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr Index most_dimensions = 32;  // NumPy's own limit

class Literal {
 public:
  Literal(std::string_view text, const std::string& what) : text_(text), what_(what) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Error::Kind::input, what_ + ": " + message);
  }
  [[noreturn]] void refuse() const {
    fail("header is not a plain dictionary (column " + std::to_string(place_ + 1) + ")");
  }

  bool accept(char wanted) {
    skip_spaces();
    if (place_ >= text_.size() || text_[place_] != wanted) return false;
    ++place_;
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) refuse();
  }
  bool is_next(char wanted) {
    skip_spaces();
    return place_ < text_.size() && text_[place_] == wanted;
  }

  std::string text() {
    skip_spaces();
    const char quote = place_ < text_.size() ? text_[place_] : '\0';
    if (quote != '\'' && quote != '"') refuse();
    const std::size_t end = text_.find(quote, place_ + 1);
    if (end == std::string_view::npos) refuse();
    const std::string_view content = text_.substr(place_ + 1, end - place_ - 1);
    if (content.find('\\') != std::string_view::npos) refuse();
    place_ = end + 1;
    return std::string(content);
  }

  bool flag() {
    skip_spaces();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(place_).starts_with(word)) {
        place_ += word.size();
        return value;
      }
    }
    refuse();
  }

  std::vector<Index> tuple() {
    std::vector<Index> sizes;
    skip_spaces();
    const std::size_t begin = place_;
    expect('(');
    bool valid = true;
    while (!accept(')')) {
      skip_spaces();
      Index size = 0;
      const auto [end, fault] = std::from_chars(text_.data() + place_, text_.data() + text_.size(), size);
      if (fault == std::errc::invalid_argument) refuse();
      valid = valid && fault == std::errc() && size >= 0;
      sizes.push_back(size);
      place_ = static_cast<std::size_t>(end - text_.data());
      accept('L');  // Python 2 wrote long integers so
      if (!accept(',') && !is_next(')')) refuse();
    }
    const std::string written = printable(text_.substr(begin, place_ - begin));
    if (sizes.size() > most_dimensions)
      fail("shape has " + std::to_string(sizes.size()) + " dimensions, at most 32 are allowed");
    if (!valid || !checked_element_count(sizes)) fail("shape " + written + " is not valid");
    return sizes;
  }

  void expect_end() {
    skip_spaces();
    if (place_ != text_.size()) refuse();
  }

 private:
  void skip_spaces() { place_ = std::min(text_.find_first_not_of(" \t\n\r", place_), text_.size()); }

  std::string_view text_;
  const std::string& what_;
  std::size_t place_ = 0;
};

void set_type(NpyHeader& header, const Literal& literal, const std::string& what) {
  const std::string& descr = header.descr;
  const auto refuse = [&] { literal.fail("descr '" + printable(descr) + "' is not a known type"); };
  if (descr.size() < 2 || std::string_view("<>|=").find(descr[0]) == std::string_view::npos) refuse();
  header.is_big_endian = descr[0] == '>';
  header.kind = descr[1];
  if (header.kind == 'O') {
    throw Error(Error::Kind::unsupported,
                what + ": object arrays need pickle, which can run code; never loaded");
  }
  if (std::string_view("biufcUSVMm").find(header.kind) == std::string_view::npos) refuse();
  Index size = 0;
  const char* const digits = descr.data() + 2;
  const auto [end, fault] = std::from_chars(digits, descr.data() + descr.size(), size);
  const bool has_unit = header.kind == 'M' || header.kind == 'm';  // "<M8[ns]"
  constexpr Index most_item_bytes = Index{1} << 20;
  if (fault != std::errc() || size < 1 || size > most_item_bytes) refuse();
  if (end != descr.data() + descr.size() && !has_unit) refuse();
  header.item_bytes = header.kind == 'U' ? 4 * size : size;
  const auto is_one_of = [&](std::initializer_list<Index> sizes) {
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
  };
  const bool is_whole = header.kind == 'i' || header.kind == 'u';
  if ((header.kind == 'b' && size != 1) || (is_whole && !is_one_of({1, 2, 4, 8})) ||
      (header.kind == 'f' && !is_one_of({2, 4, 8, 16})) || (header.kind == 'c' && !is_one_of({8, 16, 32}))) {
    refuse();
  }
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& what) {
  Literal literal(text, what);
  NpyHeader header;
  std::vector<std::string> seen;
  literal.expect('{');
  while (!literal.accept('}')) {
    const std::string key = literal.text();
    literal.expect(':');
    if (std::find(seen.begin(), seen.end(), key) != seen.end())
      literal.fail("header key '" + printable(key) + "' appears twice");
    seen.push_back(key);
    if (key == "descr") {
      if (literal.is_next('[')) {
        throw Error(Error::Kind::unsupported, what + ": structured arrays cannot be attention data");
      }
      header.descr = literal.text();
    } else if (key == "fortran_order") {
      header.is_column_major = literal.flag();
    } else if (key == "shape") {
      header.shape = literal.tuple();
    } else {
      literal.fail("header keys must be descr, fortran_order, shape; found extra '" + printable(key) + "'");
    }
    if (!literal.accept(',') && !literal.is_next('}')) literal.refuse();
  }
  literal.expect_end();
  for (const char* key : {"descr", "fortran_order", "shape"}) {
    if (std::find(seen.begin(), seen.end(), key) == seen.end()) {
      literal.fail("header keys must be descr, fortran_order, shape; '" + std::string(key) + "' is missing");
    }
  }
  set_type(header, literal, what);
  const auto bytes = checked_product(static_cast<std::uint64_t>(header.count()),
                                     static_cast<std::uint64_t>(header.item_bytes));
  if (!bytes || *bytes > most_index) literal.fail("shape " + python_shape(header.shape) + " is not valid");
  return header;
}

}  // namespace attnscope
