// The names of rows and columns: how they are turned, which of them are shown, how much room they take.
#pragma once

#include <memory>
#include <vector>

#include "render/canvas.hpp"
#include "render/page_layout.hpp"

namespace attnscope {

/// Labels of one axis of cells, measured for a cell size. Where cells are narrower than a line of text, every
/// k-th label is shown with its position (from 0).
class AxisLabels {
 public:
  enum class Side { left, top };

  AxisLabels(const std::vector<Label>& labels, Side side, Index cell_px, const Page& page);

  Index shown_count() const { return static_cast<Index>(shown_.size()); }
  /// Room between the cells and the far end of the labels. Pixels.
  Index depth() const { return depth_; }
  /// How far labels reach along the axis, from its start. Pixels.
  Index reach() const { return reach_; }
  /// How far the first label reaches out before the start of the axis. Pixels.
  Index overhang() const { return overhang_; }
  /// Draws with the first cell's corner at (x, y): top left of the matrix.
  void draw(Canvas& canvas, Index x, Index y) const;

 private:
  struct Shown {
    std::shared_ptr<const Sprite> text;
    std::shared_ptr<const Sprite> position;  ///< null where all labels are shown
    Colour colour;
    Index middle;  ///< of the cell, from the start of the axis
  };
  /// Level where all labels fit into their cells, else rising where a line of text has room between
  /// neighbours.
  TextStyle::Turn turn_of(const std::vector<Label>& labels, const TextStyle& style, Index cell_px,
                          Index step) const;

  Measures measures_;
  const PageColours& colours_;
  Side side_;
  TextStyle::Turn turn_ = TextStyle::Turn::none;
  std::vector<Shown> shown_;
  Index gap_;
  Index position_width_ = 0;
  Index depth_ = 0;
  Index reach_ = 0;
  Index overhang_ = 0;
};

/// The label's text as it is shown: blanks made visible, unknown words marked.
std::string shown_text(const Label& label);

}  // namespace attnscope
