// A command of the program: one file in cli/command, one registered entry.
#pragma once

#include <memory>
#include <string_view>

#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "core/registry.hpp"

namespace attnscope::cli {

/// One call of a command: its members are the options, its work is `run`.
class Job {
 public:
  virtual ~Job() = default;
  /// Throws: Error.
  virtual void run(Terminal& terminal) = 0;
};

class Command {
 public:
  static constexpr std::string_view family = "command";
  virtual ~Command() = default;
  /// Makes the job and binds its members to the options.
  virtual std::unique_ptr<Job> declare(Options& options) const = 0;
  /// Commands stand in --help by rank, the main job first.
  virtual int rank() const { return 50; }
};

}  // namespace attnscope::cli
