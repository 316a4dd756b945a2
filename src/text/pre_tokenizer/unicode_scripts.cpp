// UnicodeScripts: a new word wherever the script changes. Kana counts as Han; the space belongs to every
// script.
#include <glib.h>

#include "core/utf8.hpp"
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"
#include "text/unicode_age.hpp"

namespace attnscope {
namespace {

constexpr int any_script = -1;

/// A number for each script.
int script_of(char32_t point) {
  constexpr char32_t long_vowel_mark = 0x30FC;
  if (point == U' ' || is_newer_than_unicode_9(point)) return any_script;
  if (point == long_vowel_mark) return G_UNICODE_SCRIPT_HAN;
  const GUnicodeScript script = g_unichar_get_script(point);
  if (script == G_UNICODE_SCRIPT_UNKNOWN) return any_script;
  const bool is_kana = script == G_UNICODE_SCRIPT_HIRAGANA || script == G_UNICODE_SCRIPT_KATAKANA;
  return is_kana ? G_UNICODE_SCRIPT_HAN : script;
}

class UnicodeScripts final : public PreTokenizer {
 public:
  std::vector<AlignedText> split(const AlignedText& text) const override {
    constexpr int none = -2;
    std::vector<TextPart> parts;
    int last = none;
    for (std::size_t place = 0; place < text.size();) {
      const std::size_t start = place;
      const int script = script_of(next_code_point(text.text(), place));
      if (script != any_script && script != last) {
        parts.push_back({start, place, false});
        last = script;
      } else if (!parts.empty()) {
        parts.back().end = place;  // signs of any script before the first word belong to none
      }
    }
    return split_by(text, parts, SplitBehaviour::isolated);
  }
};

const RegisteredPart<PreTokenizer> registered{
    "UnicodeScripts", [](const JsonNode&, const std::string&) -> std::unique_ptr<const PreTokenizer> {
      return std::make_unique<UnicodeScripts>();
    }};

}  // namespace
}  // namespace attnscope
