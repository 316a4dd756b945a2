// One CLI11 subcommand for each registered command. CLI11's own messages are replaced: they name no near
// word.
#include "cli/program.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "attention/kernels/kernels.hpp"
#include "cli/command.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/interrupt.hpp"
#include "core/suggest.hpp"
#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

constexpr int internal_fault = 70;

struct Declared {
  std::string name;
  int rank = 0;
  CLI::App* app = nullptr;
  std::unique_ptr<const Command> command;
  std::unique_ptr<Options> options;
  std::unique_ptr<Job> job;
};

struct Shared {
  bool is_quiet = false;
  std::string instruction_set;
};

void declare_all(CLI::App& app, Shared& shared, std::vector<Declared>& all) {
  for (const auto& entry : Registry<Command>::instance().entries()) {
    Declared one;
    one.name = entry.name;
    one.command = entry.make(Settings(entry.name, {}, ""));
    one.rank = one.command->rank();
    all.push_back(std::move(one));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Declared& a, const Declared& b) { return a.rank < b.rank; });
  for (Declared& one : all) {
    const auto& entry = Registry<Command>::instance().at(one.name);
    one.app = app.add_subcommand(one.name, std::string(entry.summary));
    one.options = std::make_unique<Options>(*one.app);
    one.job = one.command->declare(*one.options);
    one.options->group("Everywhere");
    one.options->flag("-q,--quiet", shared.is_quiet, "say nothing but results, warnings and errors");
    one.options->value("--isa", shared.instruction_set, "NAME", "instruction set: baseline, v3 or v4");
  }
}

void report(const std::string& message, const std::string& hint) {
  std::string text = "attnscope: error: " + message + "\n";
  if (!hint.empty()) text += "  hint: " + hint + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void report_unknown_command(const std::string& typed) {
  std::vector<std::string_view> commands;
  for (const auto& entry : Registry<Command>::instance().entries()) commands.push_back(entry.name);
  std::string hint = did_you_mean(typed, commands);
  if (hint.empty()) hint = "'attnscope --help' lists the commands";
  report("unknown command '" + printable(typed) + "'", hint);
}

/// The word that no option of the command takes, with the nearest option where it looks like one.
void report_unexpected(const std::vector<std::string>& left_over, const CLI::App& command) {
  const std::string usage = "'attnscope " + command.get_name() + " --help' lists the options";
  const auto word = std::find_if(left_over.begin(), left_over.end(),
                                 [](const std::string& one) { return one.starts_with('-') && one != "-"; });
  if (word == left_over.end()) {
    report("unexpected argument '" + printable(left_over.front()) + "'", usage);
    return;
  }
  const std::string typed = word->substr(0, word->find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string hint = did_you_mean(typed, known);
  report("unknown option '" + printable(typed) + "'", hint.empty() ? usage : hint);
}

const CLI::App& parsed_command(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

int answer_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
  const CLI::App& command = parsed_command(app);
  const std::vector<std::string> left_over = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !left_over.empty()) {
    report_unexpected(left_over, command);
  } else {
    report(printable(error.what(), 400), "'attnscope " + (&command == &app ? "" : command.get_name() + " ") +
                                             "--help' shows how it is used");
  }
  return static_cast<int>(Error::Kind::usage);
}

/// "attnscope help run" asks for what "attnscope run --help" does.
std::vector<std::string> arguments_of(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.front() != "help") return arguments;
  arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
  return arguments;
}

int run_job(const Shared& shared, Job& job) {
  watch_for_interrupt();
  if (!shared.instruction_set.empty()) kernels::use_instruction_set(shared.instruction_set);
  Terminal terminal(shared.is_quiet);
  job.run(terminal);
  terminal.clear_progress();
  terminal.flush();
  return 0;
}

constexpr const char* short_help =
    "attnscope shows what the attention of a transformer does: pictures and numbers of every layer and "
    "head.\n\n"
    "  attnscope run SENTENCES.txt        pictures and JSON into attnscope-out/\n"
    "  echo 'The cat sat because it was tired.' | attnscope run -\n"
    "  attnscope list                     similarities, patterns, normalisers, priors, …\n"
    "  attnscope --help                   all commands\n";

}  // namespace

int run_program(int argc, const char* const* argv) {
  try {
    if (argc < 2) {
      std::fputs(short_help, stdout);
      return 0;
    }
    CLI::App app("Shows what attention does: heatmaps and weights of every layer and head.", "attnscope");
    app.set_version_flag("--version", "attnscope " + std::string(version()) + "\n" + build_options());
    app.require_subcommand(1);
    app.footer(
        "'attnscope COMMAND --help' shows the options of a command.\n"
        "Exit codes: 0 good, 1 other failure, 2 usage, 3 bad input, 4 cannot write, 5 unsupported, 70 "
        "internal,\n"
        "130 interrupted.");
    Shared shared;
    std::vector<Declared> all;
    declare_all(app, shared, all);
    std::vector<std::string> arguments = arguments_of(argc, argv);
    const std::string& first = arguments.front();
    if (!first.starts_with('-') && Registry<Command>::instance().find(first) == nullptr) {
      report_unknown_command(first);
      return static_cast<int>(Error::Kind::usage);
    }
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    try {
      app.parse(std::move(arguments));
    } catch (const CLI::ParseError& error) {
      return answer_parse_error(app, error);
    }
    for (const Declared& one : all) {
      if (one.app->parsed()) return run_job(shared, *one.job);
    }
    return 0;
  } catch (const Error& error) {
    report(error.what(), error.hint());
    return static_cast<int>(error.kind());
  } catch (const std::bad_alloc&) {
    report("not enough memory", "choose fewer layers or heads, or a shorter text");
    return static_cast<int>(Error::Kind::other);
  } catch (const std::exception& error) {
    report(std::string("internal fault: ") + error.what(), "please report this with the command line");
    return internal_fault;
  }
}

}  // namespace attnscope::cli
