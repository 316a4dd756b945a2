// The program: reads the command line, runs one command, turns errors into messages and exit codes.
#pragma once

namespace attnscope::cli {

/// Returns the exit code: 0 good, else the value of Error::Kind, or 70 for a fault of the program itself.
int run_program(int argc, const char* const* argv);

}  // namespace attnscope::cli
