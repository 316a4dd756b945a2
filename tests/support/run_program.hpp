// Runs the real binary and keeps what it said.
#pragma once

#include <string>
#include <vector>

namespace attnscope {

struct ProgramResult {
  int exit_code = 0;  ///< 128 + signal where a signal ended it
  std::string output;
  std::string errors;
};

struct ProgramInput {
  std::string text = {};
  std::vector<std::string> environment = {};  ///< "NAME=value", beside the tests' own
};

ProgramResult run_program(const std::vector<std::string>& arguments, const ProgramInput& input = {});

/// Runs a shell command line in which "attnscope" is the program; for redirections and signals.
ProgramResult run_shell(const std::string& command_line);

}  // namespace attnscope
