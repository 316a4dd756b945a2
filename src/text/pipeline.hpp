// A tokenizer made of parts, as tokenizer.json describes it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "text/added_tokens.hpp"
#include "text/parts.hpp"
#include "text/plain_tokenizer.hpp"

namespace attnscope {

struct PipelineParts {
  std::unique_ptr<const TextNormaliser> normaliser = {};   ///< may be null
  std::unique_ptr<const PreTokenizer> pre_tokenizer = {};  ///< may be null: all one word
  std::unique_ptr<const PieceModel> model = {};
  std::vector<AddedToken> added_tokens = {};
  TokenTemplate around = {};
  PieceSpelling spelling = PieceSpelling::plain;
  std::string origin = {};  ///< the file, for describe() and errors
};

std::unique_ptr<const Tokenizer> make_pipeline(PipelineParts parts);

}  // namespace attnscope
