// Which tokens a model expects around a text, or around the two texts of a pair.
#pragma once

#include <string>
#include <vector>

#include "core/json_tree.hpp"
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

/// What the post-processor of a tokenizer does to the tokens of texts.
struct TokenTemplate {
  std::vector<TemplatePart> single;
  std::vector<TemplatePart> pair;
  bool trims_spaces = false;       ///< spans leave out the spaces at both ends of a byte-level piece …
  bool keeps_first_space = false;  ///< … but for the first space of the text, which may have been put there
};

/// Nothing around the texts; the second of a pair is segment 1.
TokenTemplate bare_template();

/// `start` before a text and `end` after it, and after each of two; either may be missing (id -1).
TokenTemplate plain_template(const TemplatePart& start, const TemplatePart& end);

/// The post_processor of a tokenizer.json. Throws: Error(input) for a broken node, Error(unsupported) for an
/// unknown type.
TokenTemplate read_template(const JsonNode& node, const std::string& where);

}  // namespace attnscope
