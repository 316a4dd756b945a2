#include "cli/program.hpp"

#include <iostream>

namespace attnscope::cli {

int run_program(int argc, const char* const* argv) {
  if (argc > 1) std::cerr << argv[1] << '\n';
  return 0;
}

}  // namespace attnscope::cli
