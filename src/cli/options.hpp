// The options of one command, declared once: parsing, defaults, help and errors come from here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"

namespace CLI {
class App;
}

namespace attnscope::cli {

/// Declares options and binds each to a variable, which keeps its value as the default and must outlive the
/// parsing. Names are as CLI11 takes them: "-o,--out".
class Options {
 public:
  explicit Options(CLI::App& app) : app_(&app) {}

  /// Options declared from here on stand under this title in --help.
  void group(std::string_view title) { group_ = title; }

  void flag(std::string_view names, bool& target, std::string_view meaning);
  void value(std::string_view names, std::string& target, std::string_view placeholder,
             std::string_view meaning);
  void value(std::string_view names, Index& target, std::string_view placeholder, std::string_view meaning,
             Index least, Index most);
  void value(std::string_view names, double& target, std::string_view placeholder, std::string_view meaning,
             double least, double most);
  /// May be given several times.
  void values(std::string_view names, std::vector<std::string>& target, std::string_view placeholder,
              std::string_view meaning);
  /// One of a few words; the target holds the default.
  void choice(std::string_view names, std::string& target, const std::vector<std::string>& choices,
              std::string_view meaning);
  void files(std::vector<std::string>& target, std::string_view placeholder, std::string_view meaning);
  enum class Need { optional, required };
  void word(std::string& target, std::string_view placeholder, std::string_view meaning, Need need);
  /// Whether the option was given on the command line. name: "--layers".
  bool is_given(std::string_view name) const;
  /// A line of the examples at the end of --help.
  void example(std::string_view command_line, std::string_view what_it_does);

 private:
  CLI::App* app_;
  std::string group_ = "Options";
  std::string examples_;
};

}  // namespace attnscope::cli
