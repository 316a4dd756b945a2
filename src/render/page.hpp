// What all figures share: the page, labels, and the words around the drawing.
#pragma once

#include <string>

#include "core/matrix.hpp"

namespace attnscope {

enum class Theme { light, dark };

/// How a figure is printed.
struct Page {
  Theme theme = Theme::light;
  double scale = 1.0;  ///< 0.5 to 8; 1 for a screen, 2 or more for print
};

/// How much a label wants to be seen.
enum class Emphasis {
  normal,
  secondary,  ///< grey: special tokens such as [CLS]
  unknown,    ///< grey and in brackets: what the vocabulary has not
};

/// The name of a row or column, in any script. Controls are shown as escapes, long text is cut with "…".
struct Label {
  std::string text = {};
  Emphasis emphasis = Emphasis::normal;
};

/// The words around a drawing; each may be empty.
struct Caption {
  std::string title = {};     ///< bold, above: layer and head
  std::string subtitle = {};  ///< grey, above: model, variant
  std::string text = {};      ///< grey, below: the sentence
  std::string note = {};      ///< below, such as "this head was taught to point to the syntactic head"
};

}  // namespace attnscope
