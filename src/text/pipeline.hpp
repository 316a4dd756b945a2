// A tokenizer made of parts, as tokenizer.json describes it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "text/parts.hpp"
#include "text/token_template.hpp"
#include "text/tokenizer.hpp"

namespace attnscope {

/// A token that is looked for in the text itself, before anything else happens to it.
struct AddedToken {
  std::string text;
  Index id = 0;
  bool is_special = false;
  bool is_single_word = false;  ///< only between word boundaries
  bool takes_left_space = false;
  bool takes_right_space = false;
  bool is_normalised = false;  ///< looked for after normalising
};

struct PipelineParts {
  std::unique_ptr<const TextNormaliser> normaliser;   ///< may be null
  std::unique_ptr<const PreTokenizer> pre_tokenizer;  ///< may be null: all one word
  std::unique_ptr<const PieceModel> model;
  std::vector<AddedToken> added_tokens;
  TokenTemplate around;
  std::string origin;  ///< the file, for describe()
};

std::unique_ptr<const Tokenizer> make_pipeline(PipelineParts parts);

}  // namespace attnscope
