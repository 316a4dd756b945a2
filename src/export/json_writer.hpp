// JSON written as it is made: no document in memory, numbers as short as they can be or with fixed decimals.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// How weights are written: the shortest text that reads back as the same float, or a fixed number of decimals.
struct NumberStyle {
  int decimals = -1;  ///< -1: shortest exact; else 1 to 9
};

/// Appends one number; NaN and infinities become null, which is all that JSON has for them.
void append_number(std::string& text, float number, NumberStyle style);

/// Appends text in quotes. Invalid UTF-8 becomes U+FFFD; '<', '>', '&' and line separators are escaped, so that the
/// JSON may stand inside a page.
void append_quoted(std::string& text, std::string_view value);

/// Writes one JSON document, whose form is checked by assertions. Bytes go to `sink` in chunks.
class JsonWriter {
 public:
  using Sink = std::function<void(std::string_view)>;
  explicit JsonWriter(Sink sink) : sink_(std::move(sink)) {}
  ~JsonWriter() = default;
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void begin_object();
  void end_object();
  void begin_array();
  void end_array();
  void key(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(bool is_true);
  void value(Index number);
  void value(double number);
  void null();
  /// A row of numbers on one line.
  void row(std::span<const float> numbers, NumberStyle style);
  void row(std::span<const Index> numbers);
  /// Rows of numbers, a line each. [rows x cols]
  void matrix(ConstMatrixView numbers, NumberStyle style);

  template <typename Value>
  void member(std::string_view name, const Value& value_of_member) {
    key(name);
    value(value_of_member);
  }

  /// Ends the document with a line break and hands the last bytes to the sink.
  void finish();

 private:
  void before_value();
  void new_line();
  void hand_over_if_full();

  struct Level {
    bool is_object = false;
    bool is_empty = true;
  };
  Sink sink_;
  std::string text_;
  std::vector<Level> levels_;
  bool has_key_ = false;
};

}  // namespace attnscope
