// What the program says: results on standard output, everything else on standard error.
#pragma once

#include <string>
#include <string_view>

#include "core/matrix.hpp"

namespace attnscope::cli {

/// The two streams of the program and how they may be written to.
class Terminal {
 public:
  explicit Terminal(bool is_quiet);

  /// A result, on standard output. Throws: Error(output) when it cannot be written.
  void result(std::string_view text);
  /// News about the work, on standard error; silent with --quiet.
  void note(std::string_view text);
  /// The same for text that brings its own line breaks.
  void note_lines(std::string_view lines);
  /// Something the user should know, on standard error even with --quiet.
  void warning(std::string_view text);

  /// Progress on one line of standard error: only on a terminal, only after a second. done of total units.
  void progress(std::string_view what, Index done, Index total);
  void clear_progress();

  /// Whether standard output is a terminal.
  bool writes_to_terminal() const { return writes_to_terminal_; }
  /// Whether standard output shows colours: a terminal that is not dumb, and no NO_COLOR.
  bool shows_colours() const { return has_colour_; }
  /// Text in bold or grey where standard output shows colours.
  std::string bold(std::string_view text) const;
  std::string grey(std::string_view text) const;
  /// Pushes out what standard output still holds. Throws: Error(output).
  void flush();

 private:
  bool is_quiet_ = false;
  bool writes_to_terminal_ = false;
  bool has_colour_ = false;
  bool shows_progress_ = false;
  bool has_progress_line_ = false;
  double start_seconds_ = 0.0;
  double last_progress_seconds_ = 0.0;
};

}  // namespace attnscope::cli
