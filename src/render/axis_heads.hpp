// The names of layers and heads around a raster of pictures, with the names of both axes in the corner.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/page_layout.hpp"

namespace attnscope {

struct AxisNames {
  std::string down;
  std::string across;
};

class AxisHeads {
 public:
  AxisHeads(const std::vector<std::string>& row_names, const std::vector<std::string>& column_names,
            const AxisNames& axes, const Page& page);

  /// Room left of the raster and above it. Pixels.
  Index left() const { return left_; }
  Index top() const { return top_; }
  /// raster: corner of the first field, and the steps from field to field as its width and height; field: its
  /// size.
  void draw(Sheet& sheet, const Rectangle& raster, const Rectangle& field) const;

 private:
  Measures measures_;
  const PageColours& colours_;
  std::vector<std::shared_ptr<const Sprite>> rows_;
  std::vector<std::shared_ptr<const Sprite>> columns_;
  std::shared_ptr<const Sprite> down_;
  std::shared_ptr<const Sprite> across_;
  Index left_ = 0;
  Index top_ = 0;
};

}  // namespace attnscope
