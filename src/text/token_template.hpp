// Which tokens a model expects around a text, or around the two texts of a pair.
#pragma once

#include <string>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// One element: an added token, or the place of a text.
struct TemplatePart {
  enum class Kind { token, first_text, second_text };
  Kind kind = Kind::token;
  Index id = 0;            ///< of an added token
  std::string piece = {};  ///< its spelling
  Index segment = 0;
};

struct TokenTemplate {
  std::vector<TemplatePart> single;
  std::vector<TemplatePart> pair;  ///< empty where the tokenizer has no template for pairs
};

}  // namespace attnscope
