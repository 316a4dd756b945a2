// The parts that stand around every matrix: caption, colour bar, legend. Each is measured first, then drawn.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/canvas.hpp"
#include "render/colour_scale.hpp"
#include "render/page.hpp"

namespace attnscope {

/// Sizes of the page at its scale. Pixels.
struct Measures {
  explicit Measures(const Page& page);

  /// A length in the pixels of a page of scale 1.
  Index px(double length) const;

  double scale;
  Index margin;  ///< around the whole picture
  Index gap;     ///< between a drawing and its words
  Index thin;    ///< the thinnest line
  double title_size;
  double text_size;   ///< everything that is read
  double small_size;  ///< numbers in cells, ticks
};

/// Title and subtitle above, legend, sentence and note below, within one width.
class CaptionLayout {
 public:
  /// content_width: of the drawing, without margins. The caption may ask for more, up to the length of its
  /// title.
  CaptionLayout(const Caption& caption, const Page& page, Index content_width);

  Index width() const { return width_; }
  Index height_above() const { return height_above_; }
  Index height_below() const { return height_below_; }
  /// Draws from (x, top) down, and from `bottom_top` down what stands below.
  void draw(Sheet& sheet, Index x, Index top, Index bottom_top) const;

 private:
  struct Line {
    std::shared_ptr<const Sprite> sprite;
    Index gap_before;
    Colour colour;
  };
  static Index height(const std::vector<Line>& lines);
  static void draw_lines(Sheet& sheet, const std::vector<Line>& lines, Index x, Index top);

  std::vector<Line> above_;
  std::vector<Line> below_;
  Index width_ = 0;
  Index height_above_ = 0;
  Index height_below_ = 0;
};

/// A tick of a colour bar, shaped.
struct PlacedTick {
  std::shared_ptr<const Sprite> sprite;
  double position = 0.0;
};

/// A vertical bar with ticks on its right and the name of the values along it.
class ColourBarLayout {
 public:
  ColourBarLayout(const Colouring& colouring, std::string_view value_name, const Page& page, Index height);

  Index width() const { return width_; }
  Index height() const { return height_; }
  void draw(Canvas& canvas, Index x, Index y, std::span<const PaletteIndex> levels) const;

 private:
  Measures measures_;
  const PageColours& colours_;
  std::vector<PlacedTick> ticks_;
  std::shared_ptr<const Sprite> name_;
  Index bar_width_;
  Index height_;
  Index width_;
};

/// A short level bar with ticks below and the name of the values before it.
class ColourStripLayout {
 public:
  ColourStripLayout(const Colouring& colouring, std::string_view value_name, const Page& page);

  Index width() const;
  Index height() const;
  void draw(Canvas& canvas, Index x, Index y, std::span<const PaletteIndex> levels) const;

 private:
  Measures measures_;
  const PageColours& colours_;
  std::vector<PlacedTick> ticks_;
  std::shared_ptr<const Sprite> name_;
  Index length_;
  Index thickness_;
};

/// One entry of a legend: a small swatch and what it means.
struct LegendEntry {
  enum class Shape { none, filled, framed, hatched, line, crossed_line, dashed_line, dot, tick, interval };
  Shape shape = Shape::filled;
  Colour colour;
  std::string text;
};

/// The range of a scale in words.
LegendEntry range_entry(const Colouring& colouring, std::string_view value_name, const PageColours& colours);

/// Entries side by side, on as many lines as the width asks for.
class LegendLayout {
 public:
  LegendLayout(const std::vector<LegendEntry>& entries, const Page& page, Index width);

  Index height() const { return height_; }
  void draw(Sheet& sheet, Index x, Index y) const;

 private:
  struct Placed {
    LegendEntry entry;
    std::shared_ptr<const Sprite> sprite;
    Index x, y;
  };
  Index text_offset(const LegendEntry& entry) const;
  void draw_swatch(Sheet& sheet, const LegendEntry& entry, const Rectangle& square) const;

  Measures measures_;
  const PageColours& colours_;
  std::vector<Placed> placed_;
  Index swatch_;
  Index height_ = 0;
};

}  // namespace attnscope
