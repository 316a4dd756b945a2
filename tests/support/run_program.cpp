#include "support/run_program.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "core/file.hpp"
#include "support/paths.hpp"

namespace attnscope {
namespace {

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char letter : word) result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

std::filesystem::path fresh_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "attnscope-run-XXXXXX").string();
  return mkdtemp(pattern.data());
}

ProgramResult run(const std::string& command_line, const std::string& input) {
  const std::filesystem::path folder = fresh_folder();
  write_file(folder / "in", input);
  const std::string whole = "( " + command_line + " ) < " + quoted((folder / "in").string()) + " > " +
                            quoted((folder / "out").string()) + " 2> " + quoted((folder / "err").string());
  const int status = std::system(whole.c_str());
  ProgramResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = read_text(folder / "out");
  result.errors = read_text(folder / "err");
  std::filesystem::remove_all(folder);
  return result;
}

}  // namespace

ProgramResult run_program(const std::vector<std::string>& arguments, const ProgramInput& input) {
  std::string line = "env";
  for (const std::string& variable : input.environment) line += " " + quoted(variable);
  line += " " + quoted(program_path().string());
  for (const std::string& argument : arguments) line += " " + quoted(argument);
  return run(line, input.text);
}

ProgramResult run_shell(const std::string& command_line) {
  return run("attnscope() { " + quoted(program_path().string()) + " \"$@\"; }; " + command_line, {});
}

}  // namespace attnscope
