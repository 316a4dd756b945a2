// JSON read event by event, without ever holding the whole document as a tree: for files of any size and
// origin.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/matrix.hpp"

namespace attnscope {

/// A number as JSON wrote it.
struct JsonNumber {
  double value = 0.0;
  bool is_whole = false;        ///< written without fraction or exponent, and within 64 bits
  std::uint64_t magnitude = 0;  ///< of a whole number
  bool is_negative = false;

  /// As a size or position: whole, not negative and at most the largest Index.
  bool is_size() const;
  std::string to_text() const;
};

/// Told what a document holds, in order. Methods may throw to stop the reading.
class JsonVisitor {
 public:
  virtual ~JsonVisitor() = default;
  virtual void begin_object() = 0;
  virtual void key(std::string&& name) = 0;
  virtual void end_object() = 0;
  virtual void begin_array() = 0;
  virtual void end_array() = 0;
  virtual void text(std::string&& value) = 0;
  virtual void number(const JsonNumber& value) = 0;
  virtual void boolean(bool value) = 0;
  virtual void null() = 0;
};

/// Reads one document. `what` starts every message ("model.safetensors: header"). Duplicate keys are the
/// visitor's to refuse. Throws: Error(input) when it is not UTF-8, is not JSON (NUL bytes included) or is
/// nested deeper than `most_depth` levels.
void read_json(std::string_view text, const std::string& what, Index most_depth, JsonVisitor& visitor);

}  // namespace attnscope
