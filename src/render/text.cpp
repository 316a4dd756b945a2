// Pango shapes and Cairo paints; both are touched at the first text only, because finding fonts takes longer
// than all the rest of a picture.
#include "render/text.hpp"

#include <pango/pangocairo.h>
#include <utf8proc.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>
#include <unordered_map>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "render/font_choice.hpp"

namespace attnscope {
namespace {

constexpr std::size_t most_characters = 4'000;
constexpr std::size_t most_cached_bytes = std::size_t{64} << 20;

struct Unreference {
  void operator()(void* object) const { g_object_unref(object); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
  void operator()(PangoAttrList* attributes) const { pango_attr_list_unref(attributes); }
  void operator()(PangoFontDescription* description) const { pango_font_description_free(description); }
};
template <typename Object>
using Owned = std::unique_ptr<Object, Unreference>;

/// What the text occupies around the pen, turned. Pixels.
struct Extent {
  double left, top, right, bottom;
};

double angle_of(TextStyle::Turn turn) {
  switch (turn) {
    case TextStyle::Turn::none:
      return 0.0;
    case TextStyle::Turn::rising:
      return -std::numbers::pi / 4.0;
    case TextStyle::Turn::upward:
      return -std::numbers::pi / 2.0;
  }
  return 0.0;
}

Extent turned(const Extent& box, double angle) {
  Extent result{0.0, 0.0, 0.0, 0.0};
  for (const double x : {box.left, box.right}) {
    for (const double y : {box.top, box.bottom}) {
      const double turned_x = x * std::cos(angle) - y * std::sin(angle);
      const double turned_y = x * std::sin(angle) + y * std::cos(angle);
      result.left = std::min(result.left, turned_x);
      result.right = std::max(result.right, turned_x);
      result.top = std::min(result.top, turned_y);
      result.bottom = std::max(result.bottom, turned_y);
    }
  }
  return result;
}

/// The one font map of the program, with every sprite drawn so far. Used by one thread at a time.
class Typesetter {
 public:
  static Typesetter& instance() {
    static Typesetter* typesetter = new Typesetter;  // never destroyed: fonts outlive every other static
    return *typesetter;
  }

  std::shared_ptr<const Sprite> sprite(std::string_view text, const TextStyle& style) {
    std::string key(text);
    for (const Index part : {static_cast<Index>(style.size_px * 16.0), static_cast<Index>(style.is_bold),
                             static_cast<Index>(style.turn), style.width_px, style.lines}) {
      key += '\0';
      key += std::to_string(part);
    }
    const std::lock_guard lock(mutex_);
    if (const auto found = sprites_.find(key); found != sprites_.end()) return found->second;
    auto sprite = std::make_shared<const Sprite>(draw(printable(text, most_characters), style));
    cached_bytes_ += sprite->coverage.size() + 4 * sprite->colours.size();
    if (cached_bytes_ > most_cached_bytes) {
      sprites_.clear();
      cached_bytes_ = sprite->coverage.size();
    }
    sprites_.emplace(std::move(key), sprite);
    return sprite;
  }

 private:
  Typesetter() : map_(pango_cairo_font_map_new()), context_(pango_font_map_create_context(map_.get())) {
    // Fixed here, so that a desktop's settings do not change pictures.
    const Owned<cairo_font_options_t> options(cairo_font_options_create());
    cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_ON);
    pango_cairo_context_set_font_options(context_.get(), options.get());
    pango_cairo_context_set_resolution(context_.get(), 96.0);
    pango_context_set_language(context_.get(), pango_language_from_string("en"));
  }

  Owned<PangoLayout> lay_out(const std::string& text, const TextStyle& style) {
    const Owned<PangoFontDescription> font(pango_font_description_from_string(preferred_font_families));
    pango_font_description_set_absolute_size(font.get(), style.size_px * PANGO_SCALE);
    if (style.is_bold) pango_font_description_set_weight(font.get(), PANGO_WEIGHT_BOLD);
    Owned<PangoLayout> layout(pango_layout_new(context_.get()));
    pango_layout_set_font_description(layout.get(), font.get());
    pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
    const Owned<PangoAttrList> attributes(pango_attr_list_new());
    pango_attr_list_insert(attributes.get(),
                           pango_attr_insert_hyphens_new(FALSE));  // a recipe must stay as it is typed
    pango_layout_set_attributes(layout.get(), attributes.get());
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    if (style.width_px > 0) {
      pango_layout_set_wrap(layout.get(), PANGO_WRAP_WORD_CHAR);
      pango_layout_set_width(layout.get(), static_cast<int>(style.width_px) * PANGO_SCALE);
      pango_layout_set_height(layout.get(), -static_cast<int>(style.lines));
      pango_layout_set_ellipsize(layout.get(), PANGO_ELLIPSIZE_END);
      // A right-to-left text is aligned right within its width; one line keeps its own width instead.
      PangoRectangle logical;
      pango_layout_get_pixel_extents(layout.get(), nullptr, &logical);
      if (style.lines == 1) pango_layout_set_width(layout.get(), logical.width * PANGO_SCALE);
    }
    return layout;
  }

  Sprite draw(const std::string& text, const TextStyle& style) {
    const Owned<PangoLayout> layout = lay_out(text, style);
    PangoRectangle ink;
    PangoRectangle logical;
    pango_layout_get_pixel_extents(layout.get(), &ink, &logical);
    const int baseline = PANGO_PIXELS(pango_layout_get_baseline(layout.get()));

    Sprite sprite;
    sprite.advance = logical.width;
    sprite.ascent = baseline - logical.y;
    sprite.descent = logical.y + logical.height - baseline;
    const double origin_x = logical.x;
    const Extent box{ink.x - 1 - origin_x, static_cast<double>(ink.y - 1 - baseline),
                     ink.x + ink.width + 1 - origin_x,
                     static_cast<double>(ink.y + ink.height + 1 - baseline)};
    const double angle = angle_of(style.turn);
    const Extent extent = turned(box, angle);
    sprite.left = static_cast<Index>(std::floor(extent.left));
    sprite.top = static_cast<Index>(std::floor(extent.top));
    sprite.width = static_cast<Index>(std::ceil(extent.right)) - sprite.left;
    sprite.height = static_cast<Index>(std::ceil(extent.bottom)) - sprite.top;

    enum class Manner { glyphs, outlines };
    const auto paint = [&](double grey, Manner manner) {
      Owned<cairo_surface_t> surface(cairo_image_surface_create(
          CAIRO_FORMAT_ARGB32, static_cast<int>(sprite.width), static_cast<int>(sprite.height)));
      const Owned<cairo_t> context(cairo_create(surface.get()));
      cairo_set_source_rgb(context.get(), grey, grey, grey);
      cairo_translate(context.get(), static_cast<double>(-sprite.left), static_cast<double>(-sprite.top));
      cairo_rotate(context.get(), angle);
      cairo_move_to(context.get(), -origin_x, static_cast<double>(-baseline));
      if (manner == Manner::glyphs) {
        pango_cairo_show_layout(context.get(), layout.get());
      } else {
        pango_cairo_layout_path(context.get(), layout.get());
        cairo_fill(context.get());
      }
      if (cairo_status(context.get()) != CAIRO_STATUS_SUCCESS) {
        throw Error(Error::Kind::other,
                    std::string("picture: text: ") + cairo_status_to_string(cairo_status(context.get())));
      }
      cairo_surface_flush(surface.get());
      return pixels_of(surface, sprite);
    };

    // Black text leaves no colour in its pixels; where there is some, a glyph brought its own. Painting again
    // in white tells those from the ink, which is all that changes.
    std::vector<std::uint32_t> black = paint(0.0, Manner::glyphs);
    if (std::any_of(black.begin(), black.end(), [](std::uint32_t argb) { return (argb & 0xFFFFFFU) != 0; })) {
      const std::vector<std::uint32_t> white = paint(1.0, Manner::glyphs);
      sprite.colours.resize(black.size());
      for (std::size_t pixel = 0; pixel < black.size(); ++pixel) {
        if (black[pixel] == white[pixel]) std::swap(sprite.colours[pixel], black[pixel]);
      }
    } else if (style.turn == TextStyle::Turn::rising) {
      black = paint(
          0.0,
          Manner::outlines);  // Cairo sets glyphs on whole pixels, which makes a slanted line of them dance
    }
    for (const std::uint32_t argb : black) sprite.coverage.push_back(static_cast<std::uint8_t>(argb >> 24));
    return sprite;
  }

  static std::vector<std::uint32_t> pixels_of(const Owned<cairo_surface_t>& surface, const Sprite& sprite) {
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(sprite.width * sprite.height));
    const unsigned char* bytes = cairo_image_surface_get_data(surface.get());
    const Index stride = cairo_image_surface_get_stride(surface.get());
    for (Index y = 0; y < sprite.height; ++y) {
      std::copy_n(bytes + y * stride, sprite.width * 4,
                  reinterpret_cast<unsigned char*>(pixels.data() + y * sprite.width));
    }
    return pixels;
  }

  std::mutex mutex_;
  Owned<PangoFontMap> map_;
  Owned<PangoContext> context_;
  std::unordered_map<std::string, std::shared_ptr<const Sprite>> sprites_;
  std::size_t cached_bytes_ = 0;
};

}  // namespace

std::shared_ptr<const Sprite> text_sprite(std::string_view text, const TextStyle& style) {
  return Typesetter::instance().sprite(text, style);
}

TextDirection text_direction(std::string_view text) {
  const std::string valid = printable(text);
  for (std::size_t offset = 0; offset < valid.size();) {
    switch (
        utf8proc_get_property(static_cast<utf8proc_int32_t>(next_code_point(valid, offset)))->bidi_class) {
      case UTF8PROC_BIDI_CLASS_L:
        return TextDirection::left_to_right;
      case UTF8PROC_BIDI_CLASS_R:
      case UTF8PROC_BIDI_CLASS_AL:
        return TextDirection::right_to_left;
      default:
        break;
    }
  }
  return TextDirection::none;
}

}  // namespace attnscope
