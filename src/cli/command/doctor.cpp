// attnscope doctor: what this installation has, and what is missing.
#include <cstdlib>
#include <map>
#include <string>
#include <thread>

#include "attention/kernels/kernels.hpp"
#include "cli/command.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"
#include "render/fonts.hpp"

namespace attnscope::cli {
namespace {

std::string line(std::string_view what, const std::string& found) {
  return "  " + std::string(what) + std::string(what.size() < 18 ? 18 - what.size() : 1, ' ') + found + "\n";
}

std::string instruction_sets() {
  std::string text(kernels::instruction_set());
  text += " in use; this machine can run";
  for (const std::string_view name : kernels::supported_instruction_sets()) text += " " + std::string(name);
  return text;
}

std::string built_in_model() {
  const std::filesystem::path weights = data_folder() / "models" / "mini" / "model.safetensors";
  std::error_code code;
  const auto bytes = std::filesystem::file_size(weights, code);
  if (code) return "missing: " + printable(weights.string());
  return "mini, " + std::to_string(bytes / 1'000'000) + " MB";
}

/// A line for each font with the scripts that it draws, and one for the scripts that none does.
std::string fonts() {
  std::map<std::string, std::string> scripts_of;
  for (const ScriptFont& found : script_fonts()) {
    std::string& scripts = scripts_of[found.family];
    scripts += (scripts.empty() ? "" : ", ") + std::string(found.script);
  }
  const std::string missing = scripts_of[""];
  scripts_of.erase("");
  std::string text;
  for (const auto& [family, scripts] : scripts_of)
    text += line(text.empty() ? "fonts" : "", family + ": " + scripts);
  if (missing.empty()) return text;
  return text + line("scripts without font", missing + "; their labels would be boxes");
}

class DoctorJob final : public Job {
 public:
  explicit DoctorJob(Options& options) { options.example("attnscope doctor", "before reporting a fault"); }

  void run(Terminal& terminal) override {
    terminal.result("attnscope " + std::string(version()) + "\n");
    terminal.result(line("build", build_options()));
    terminal.result(line("data folder", printable(data_folder().string(), 400)));
    terminal.result(line("built-in model", built_in_model()));
    terminal.result(line("instruction set", instruction_sets()));
    terminal.result(line("threads", std::to_string(std::thread::hardware_concurrency())));
    terminal.result(fonts());
  }
};

class Doctor final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<DoctorJob>(options);
  }
  int rank() const override { return 90; }
};

const Registered<Command> registered{
    {{
         .name = "doctor",
         .summary = "what this installation has: data, fonts, instruction set, threads",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Doctor>(); }}};

}  // namespace
}  // namespace attnscope::cli
