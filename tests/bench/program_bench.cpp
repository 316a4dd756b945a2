// The program from outside: how long until it has started, and until one sentence is a picture and a JSON
// file.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench/measure.hpp"

extern char** environ;

namespace attnscope::bench {
namespace {

constexpr const char* program = ATTNSCOPE_BINARY;

/// Runs the program and waits; its standard output goes nowhere. Returns whether it ended well, and its peak
/// memory in KiB.
bool run_program(const std::vector<std::string>& arguments, double& peak_kib) {
  std::vector<char*> list{const_cast<char*>(program)};
  for (const std::string& argument : arguments) list.push_back(const_cast<char*>(argument.c_str()));
  list.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const bool is_started = posix_spawn(&child, program, &actions, nullptr, list.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  if (!is_started) return false;
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) return false;
  peak_kib = static_cast<double>(usage.ru_maxrss);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void measure(benchmark::State& state, const std::vector<std::string>& arguments) {
  double peak_kib = 0.0;
  for (auto _ : state) {
    if (!run_program(arguments, peak_kib)) {
      state.SkipWithError("the program failed");
      break;
    }
  }
  state.counters["MiB"] = peak_kib / 1024.0;
}

/// A folder for input and output, removed at the end.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("attnscope-bench-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

void run_sentence(benchmark::State& state) {
  const Folder folder;
  std::ofstream(folder.file("sentence.txt"))
      << "The cat that the dogs chased was hiding under the old table.\n";
  measure(state, {"run", folder.file("sentence.txt"), "--out", folder.file("out"), "--quiet"});
}

const bool registered = [] {
  const auto add = [](const char* name, auto body) {
    benchmark::RegisterBenchmark(name, body)
        ->Repetitions(9)
        ->Iterations(1)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  };
  add("program/version", [](auto& state) { measure(state, {"--version"}); });
  add("program/run_one_sentence", run_sentence);
  return true;
}();

}  // namespace
}  // namespace attnscope::bench
