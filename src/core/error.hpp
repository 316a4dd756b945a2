// The one exception type of the program: something that the user can mend.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace attnscope {

/// A fault that the user can mend. The message reads "what: where: expected X, found Y"; text quoted from files is
/// passed through `printable` (core/utf8.hpp) first. A broken promise inside the program is an assert, never an Error.
class Error : public std::runtime_error {
 public:
  /// The value of each kind is the exit code of the program.
  enum class Kind { other = 1, usage = 2, input = 3, output = 4, unsupported = 5, interrupted = 130 };

  Error(Kind kind, const std::string& message, std::string hint = {})
      : std::runtime_error(message), kind_(kind), hint_(std::move(hint)) {}

  Kind kind() const { return kind_; }
  /// What to do next; may be empty.
  const std::string& hint() const { return hint_; }

 private:
  Kind kind_;
  std::string hint_;
};

}  // namespace attnscope
