// Asks Pango to lay out a sample of each script, and which font it took.
#include "render/fonts.hpp"

#include <pango/pangocairo.h>

#include <array>
#include <memory>

#include "render/font_choice.hpp"

namespace attnscope {
namespace {

struct Sample {
  std::string_view script;
  std::string_view text;
};

constexpr std::array<Sample, 10> samples = {{{"Latin", "Añ"},
                                             {"Greek", "Ωα"},
                                             {"Cyrillic", "Жя"},
                                             {"Chinese and Japanese", "猫の"},
                                             {"Korean", "한국"},
                                             {"Arabic", "سلام"},
                                             {"Hebrew", "שלום"},
                                             {"Devanagari", "हिन्दी"},
                                             {"Thai", "ไทย"},
                                             {"emoji", "😀"}}};

struct Release {
  void operator()(void* object) const { g_object_unref(object); }
  void operator()(PangoFontDescription* description) const { pango_font_description_free(description); }
};
template <typename Object>
using Held = std::unique_ptr<Object, Release>;

std::string family_of(PangoLayout* layout) {
  if (pango_layout_get_unknown_glyphs_count(layout) > 0) return {};
  PangoLayoutLine* line = pango_layout_get_line_readonly(layout, 0);
  const auto* run = static_cast<PangoLayoutRun*>(line->runs->data);
  const Held<PangoFontDescription> description(pango_font_describe(run->item->analysis.font));
  return pango_font_description_get_family(description.get());
}

}  // namespace

std::vector<ScriptFont> script_fonts() {
  const Held<PangoFontMap> map(pango_cairo_font_map_new());
  const Held<PangoContext> context(pango_font_map_create_context(map.get()));
  const Held<PangoFontDescription> font(pango_font_description_from_string(preferred_font_families));
  std::vector<ScriptFont> fonts;
  for (const Sample& sample : samples) {
    const Held<PangoLayout> layout(pango_layout_new(context.get()));
    pango_layout_set_font_description(layout.get(), font.get());
    pango_layout_set_text(layout.get(), sample.text.data(), static_cast<int>(sample.text.size()));
    fonts.push_back({sample.script, sample.text, family_of(layout.get())});
  }
  return fonts;
}

}  // namespace attnscope
