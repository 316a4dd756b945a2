#include "text/text_pattern.hpp"

#include <oniguruma.h>

#include <array>
#include <mutex>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::size_t most_expression_bytes = 1U << 16U;
// Steps back that one search may take: well-meant expressions go back over a run of spaces at most.
constexpr unsigned long base_steps = 1'000'000;
constexpr unsigned long steps_per_byte = 8;

const UChar* bytes_of(std::string_view text) {
  return reinterpret_cast<const UChar*>(text.data());
}

void start_oniguruma() {
  static std::once_flag started;
  std::call_once(started, [] {
    std::array<OnigEncoding, 1> encodings{ONIG_ENCODING_UTF8};
    onig_initialize(encodings.data(), static_cast<int>(encodings.size()));
    onig_set_parse_depth_limit(100);  // each level of brackets takes stack
  });
}

std::string fault_of(int code, OnigErrorInfo* info = nullptr) {
  std::array<UChar, ONIG_MAX_ERROR_MESSAGE_LEN> message{};
  const int length = info != nullptr ? onig_error_code_to_str(message.data(), code, info)
                                     : onig_error_code_to_str(message.data(), code);
  return printable(
      std::string_view(reinterpret_cast<const char*>(message.data()), static_cast<std::size_t>(length)));
}

struct FreeExpression {
  void operator()(regex_t* expression) const { onig_free(expression); }
};
struct FreeRegion {
  void operator()(OnigRegion* region) const { onig_region_free(region, 1); }
};
struct FreeLimits {
  void operator()(OnigMatchParam* limits) const { onig_free_match_param(limits); }
};

}  // namespace

struct TextPattern::State {
  std::string where;
  std::string text;                                       // of a plain text
  std::unique_ptr<regex_t, FreeExpression> expression{};  // null for a plain text

  std::vector<TextPart> text_parts(std::string_view inside) const;
  std::vector<TextPart> expression_parts(std::string_view inside) const;
};

TextPattern::TextPattern(std::unique_ptr<const State> state) : state_(std::move(state)) {}
TextPattern::~TextPattern() = default;
TextPattern::TextPattern(TextPattern&&) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&&) noexcept = default;

TextPattern TextPattern::of_text(std::string_view text, const std::string& where) {
  return TextPattern(std::make_unique<State>(State{.where = where, .text = std::string(text)}));
}

TextPattern TextPattern::of_expression(std::string_view expression, const std::string& where) {
  if (expression.size() > most_expression_bytes) {
    throw Error(Error::Kind::input, where + ": an expression of " + std::to_string(expression.size()) +
                                        " bytes, expected at most " + std::to_string(most_expression_bytes));
  }
  start_oniguruma();
  regex_t* compiled = nullptr;
  OnigErrorInfo info{};
  const int code = onig_new(&compiled, bytes_of(expression), bytes_of(expression) + expression.size(),
                            ONIG_OPTION_NONE, ONIG_ENCODING_UTF8, ONIG_SYNTAX_ONIGURUMA, &info);
  if (code != ONIG_NORMAL) {
    throw Error(Error::Kind::input, where + ": '" + printable(expression, 80) +
                                        "' is no regular expression: " + fault_of(code, &info));
  }
  auto state = std::make_unique<State>(State{.where = where, .text = {}});
  state->expression.reset(compiled);
  return TextPattern(std::move(state));
}

TextPattern TextPattern::from_json(const JsonNode& node, const std::string& where) {
  if (const JsonNode* text = node.find("String")) return of_text(text->text(where + ".String"), where);
  if (const JsonNode* expression = node.find("Regex")) {
    return of_expression(expression->text(where + ".Regex"), where);
  }
  throw Error(Error::Kind::input,
              where + ": expected {\"String\": …} or {\"Regex\": …}, found " + node.describe());
}

std::vector<TextPart> TextPattern::parts(std::string_view text) const {
  if (text.empty()) return {};
  return state_->expression ? state_->expression_parts(text) : state_->text_parts(text);
}

std::vector<TextPart> TextPattern::State::text_parts(std::string_view inside) const {
  std::vector<TextPart> parts;
  std::size_t done = 0;
  while (!text.empty()) {
    const std::size_t place = inside.find(text, done);
    if (place == std::string_view::npos) break;
    if (place > done) parts.push_back({done, place, false});
    done = place + text.size();
    parts.push_back({place, done, true});
  }
  if (done < inside.size()) parts.push_back({done, inside.size(), false});
  return parts;
}

std::vector<TextPart> TextPattern::State::expression_parts(std::string_view inside) const {
  const std::unique_ptr<OnigRegion, FreeRegion> region(onig_region_new());
  const std::unique_ptr<OnigMatchParam, FreeLimits> limits(onig_new_match_param());
  onig_initialize_match_param(limits.get());
  const unsigned long most_steps = base_steps + steps_per_byte * inside.size();
  onig_set_retry_limit_in_match_of_match_param(limits.get(), most_steps);
  onig_set_retry_limit_in_search_of_match_param(limits.get(), most_steps);
  const UChar* begin = bytes_of(inside);
  const UChar* end = begin + inside.size();
  std::vector<TextPart> parts;
  std::size_t done = 0;  // past the last match
  std::size_t from = 0;  // where to search on
  bool is_after_match = false;
  while (from <= inside.size()) {
    const int found = onig_search_with_param(expression.get(), begin, end, begin + from, end, region.get(),
                                             ONIG_OPTION_NONE, limits.get());
    if (found == ONIG_MISMATCH) break;
    if (found < 0) {
      const bool is_limit =
          found == ONIGERR_RETRY_LIMIT_IN_MATCH_OVER || found == ONIGERR_RETRY_LIMIT_IN_SEARCH_OVER;
      throw Error(Error::Kind::input,
                  where + (is_limit ? ": the pattern needs too many steps on this text"
                                    : ": the pattern fails on this text: " + fault_of(found)));
    }
    const auto match_begin = static_cast<std::size_t>(region->beg[0]);
    const auto match_end = static_cast<std::size_t>(region->end[0]);
    // An empty match right after another one is none: search on from the next character.
    if (match_begin == match_end && is_after_match && match_end == done) {
      if (from >= inside.size()) break;
      next_code_point(inside, from);
      continue;
    }
    if (match_begin > done) parts.push_back({done, match_begin, false});
    parts.push_back({match_begin, match_end, true});
    done = match_end;
    from = match_end;
    is_after_match = true;
  }
  if (done < inside.size()) parts.push_back({done, inside.size(), false});
  return parts;
}

}  // namespace attnscope
