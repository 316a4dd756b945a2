#include "cli/options.hpp"

#include <CLI/CLI.hpp>

namespace attnscope::cli {
namespace {

/// CLI11 reads "--model= x" as "--model x"; an empty value is a slip.
std::string refuse_empty(std::string& value) {
  return value.empty() ? "the value is empty" : "";
}

void dress(CLI::Option* option, const std::string& group, std::string_view placeholder) {
  option->group(group)->type_name(std::string(placeholder));
}

template <typename Number>
CLI::Validator in_range(Number least, Number most) {
  const auto shown = [](Number number) {
    std::string text = std::to_string(number);
    if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
    if (!text.empty() && text.back() == '.') text.pop_back();
    return text;
  };
  return CLI::Validator(
      [=](std::string& typed) -> std::string {
        Number number{};
        const bool is_number = CLI::detail::lexical_cast(typed, number);
        if (is_number && number >= least && number <= most) return {};
        return "expected a number from " + shown(least) + " to " + shown(most) + ", found '" + typed + "'";
      },
      "");
}

}  // namespace

void Options::flag(std::string_view names, bool& target, std::string_view meaning) {
  app_->add_flag(std::string(names), target, std::string(meaning))->group(group_);
}

void Options::value(std::string_view names, std::string& target, std::string_view placeholder,
                    std::string_view meaning) {
  CLI::Option* option = app_->add_option(std::string(names), target, std::string(meaning));
  if (!target.empty()) option->capture_default_str();
  option->check(CLI::Validator(refuse_empty, ""));
  dress(option, group_, placeholder);
}

void Options::value(std::string_view names, Index& target, std::string_view placeholder,
                    std::string_view meaning, Index least, Index most) {
  CLI::Option* option = app_->add_option(std::string(names), target, std::string(meaning));
  option->check(in_range(least, most));
  dress(option, group_, placeholder);
}

void Options::value(std::string_view names, double& target, std::string_view placeholder,
                    std::string_view meaning, double least, double most) {
  CLI::Option* option = app_->add_option(std::string(names), target, std::string(meaning));
  option->check(in_range(least, most));
  dress(option, group_, placeholder);
}

void Options::values(std::string_view names, std::vector<std::string>& target, std::string_view placeholder,
                     std::string_view meaning) {
  CLI::Option* option = app_->add_option(std::string(names), target, std::string(meaning));
  option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  option->check(CLI::Validator(refuse_empty, ""));
  dress(option, group_, placeholder);
}

void Options::choice(std::string_view names, std::string& target, const std::vector<std::string>& choices,
                     std::string_view meaning) {
  std::string list;
  for (const std::string& one : choices) list += (list.empty() ? "" : "|") + one;
  CLI::Option* option = app_->add_option(std::string(names), target, std::string(meaning));
  option->capture_default_str();
  option->check(CLI::Validator(
      [choices, list](std::string& typed) -> std::string {
        if (std::find(choices.begin(), choices.end(), typed) != choices.end()) return {};
        return "expected one of " + list + ", found '" + typed + "'";
      },
      ""));
  dress(option, group_, list);
}

void Options::files(std::vector<std::string>& target, std::string_view placeholder,
                    std::string_view meaning) {
  app_->add_option("files", target, std::string(meaning))
      ->type_name("")
      ->option_text(std::string(placeholder));
}

void Options::word(std::string& target, std::string_view placeholder, std::string_view meaning, Need need) {
  CLI::Option* option = app_->add_option(std::string(placeholder), target, std::string(meaning));
  option->type_name("")->required(need == Need::required);
}

bool Options::is_given(std::string_view name) const {
  return app_->count(std::string(name)) > 0;
}

void Options::example(std::string_view command_line, std::string_view what_it_does) {
  if (examples_.empty()) examples_ = "Examples:\n";
  examples_ += "  " + std::string(command_line) + "\n      " + std::string(what_it_does) + "\n";
  app_->footer(examples_);
}

}  // namespace attnscope::cli
