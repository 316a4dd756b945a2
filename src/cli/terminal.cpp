// Plain descriptors rather than iostreams: every failed write is seen, and start-up stays small.
#include "cli/terminal.hpp"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/error.hpp"

namespace attnscope::cli {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool is_dumb() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
}

[[noreturn]] void fail_to_write() {
  const std::string reason = errno != 0 ? std::strerror(errno) : "write error";
  throw Error(Error::Kind::output, "cannot write to standard output: " + reason);
}

void say(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

Terminal::Terminal(bool is_quiet)
    : is_quiet_(is_quiet),
      writes_to_terminal_(isatty(STDOUT_FILENO) == 1),
      has_colour_(writes_to_terminal_ && !is_set("NO_COLOR") && !is_dumb()),
      shows_progress_(!is_quiet && isatty(STDERR_FILENO) == 1 && !is_dumb() && !is_set("CI")),
      start_seconds_(now()) {}

void Terminal::result(std::string_view text) {
  clear_progress();
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_to_write();
}

void Terminal::note(std::string_view text) {
  note_lines(std::string(text) + "\n");
}

void Terminal::note_lines(std::string_view lines) {
  if (is_quiet_) return;
  clear_progress();
  say(lines);
}

void Terminal::warning(std::string_view text) {
  clear_progress();
  say("attnscope: warning: " + std::string(text) + "\n");
}

void Terminal::progress(std::string_view what, Index done, Index total) {
  constexpr double quiet_seconds = 1.0;
  constexpr double least_gap = 0.1;
  if (!shows_progress_ || total <= 0) return;
  const double seconds = now();
  if (seconds - start_seconds_ < quiet_seconds || seconds - last_progress_seconds_ < least_gap) return;
  last_progress_seconds_ = seconds;
  const double left =
      done > 0 ? (seconds - start_seconds_) / static_cast<double>(done) * static_cast<double>(total - done)
               : 0.0;
  char line[160];
  std::snprintf(line, sizeof line, "\r\x1b[K%.*s %td of %td, %.0f s left", static_cast<int>(what.size()),
                what.data(), done, total, left);
  say(line);
  has_progress_line_ = true;
}

void Terminal::clear_progress() {
  if (has_progress_line_) say("\r\x1b[K");
  has_progress_line_ = false;
}

std::string Terminal::bold(std::string_view text) const {
  return has_colour_ ? "\x1b[1m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string Terminal::grey(std::string_view text) const {
  return has_colour_ ? "\x1b[90m" + std::string(text) + "\x1b[0m" : std::string(text);
}

void Terminal::flush() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_to_write();
}

}  // namespace attnscope::cli
