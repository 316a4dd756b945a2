// Rows are named at the left of their middle, columns above it.
#include "render/axis_heads.hpp"

#include <algorithm>
#include <cmath>

namespace attnscope {

AxisHeads::AxisHeads(const std::vector<std::string>& row_names, const std::vector<std::string>& column_names,
                     const AxisNames& axes, const Page& page)
    : measures_(page),
      colours_(page_colours(page.theme)),
      down_(text_sprite(axes.down + " ↓", {.size_px = measures_.text_size})),
      across_(text_sprite(axes.across + " →", {.size_px = measures_.text_size})) {
  const TextStyle style{.size_px = measures_.text_size, .width_px = std::lround(8.0 * measures_.text_size)};
  left_ = std::max(down_->advance, across_->advance);
  for (const std::string& name : row_names) {
    rows_.push_back(text_sprite(name, style));
    left_ = std::max(left_, rows_.back()->advance);
  }
  for (const std::string& name : column_names) columns_.push_back(text_sprite(name, style));
  left_ += measures_.gap;
  top_ = down_->line_height() + across_->line_height() + measures_.px(4);
}

void AxisHeads::draw(Sheet& sheet, const Rectangle& raster, const Rectangle& field) const {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const Index middle = raster.y + static_cast<Index>(row) * raster.height + field.height / 2;
    sheet.draw(rows_[row], raster.x - measures_.gap - rows_[row]->advance,
               middle + std::lround(0.36 * measures_.text_size), colours_.ink);
  }
  for (std::size_t col = 0; col < columns_.size(); ++col) {
    const Index middle = raster.x + static_cast<Index>(col) * raster.width + field.width / 2;
    sheet.draw(columns_[col], middle - columns_[col]->advance / 2,
               raster.y - measures_.px(4) - down_->descent, colours_.ink);
  }
  const Index right = raster.x - measures_.gap;
  sheet.draw(down_, right - down_->advance, raster.y - measures_.px(4) - down_->descent, colours_.secondary);
  sheet.draw(across_, right - across_->advance,
             raster.y - measures_.px(4) - down_->line_height() - across_->descent, colours_.secondary);
}

}  // namespace attnscope
