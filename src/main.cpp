#include "cli/program.hpp"

int main(int argc, char** argv) { return attnscope::cli::run_program(argc, argv); }
