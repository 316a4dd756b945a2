#include "cli/score_options.hpp"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

std::string spaces_for(const std::string& text, Index width) {
  Index shown = 0;
  for (const char byte : text) shown += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U ? 1 : 0;
  return std::string(static_cast<std::size_t>(std::max<Index>(0, width - shown)), ' ');
}

}  // namespace

ThreadPool ScoreOptions::make_pool() const {
  const auto cores = static_cast<Index>(std::thread::hardware_concurrency());
  return ThreadPool(threads > 0 ? threads : std::max<Index>(1, cores));
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", 100.0 * share);
  return text;
}

std::string percent(const Proportion& proportion) {
  return proportion.of > 0 ? percent(proportion.share()) : "-";
}

std::string right_aligned(const std::string& text, Index width) {
  return spaces_for(text, width) + text;
}

std::string left_aligned(const std::string& text, Index width) {
  return text + spaces_for(text, width);
}

void write_member(JsonWriter& json, std::string_view name, const Proportion& proportion) {
  json.key(name);
  json.begin_object();
  json.member("right", proportion.right);
  json.member("of", proportion.of);
  json.key("share");
  if (proportion.of > 0) {
    json.value(proportion.share());
  } else {
    json.null();
  }
  json.end_object();
}

void write_recipe(JsonWriter& json, const Facts& recipe, const RecipeOptions& options) {
  json.key("recipe");
  json.begin_object();
  for (const auto& [stage, choice] : recipe) json.member(stage, choice);
  json.end_object();
  json.member("seed", options.seed);
}

}  // namespace attnscope::cli
