// The tokenizer that a GGUF file carries in its metadata.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "text/tokenizer.hpp"

namespace attnscope {

/// The values of "tokenizer.ggml.…"; ids are -1 where the file has none.
struct GgufVocabulary {
  std::string model = {};  ///< "bert", "gpt2", "llama" or "t5"
  std::string pre_tokenizer = "default";
  std::vector<std::string> pieces = {};
  std::vector<float> scores = {};  ///< of "llama" and "t5"
  std::vector<Index> types = {};  ///< by id: 1 normal, 2 unknown, 3 control, 4 user defined, 5 unused, 6 byte
  std::vector<std::string> merges = {};  ///< of "gpt2": "left right"
  Index start = -1;
  Index end = -1;
  Index unknown = -1;
  Index separator = -1;
  std::optional<bool> adds_start = {};
  std::optional<bool> adds_end = {};
  bool adds_space = true;  ///< before a text
  bool removes_extra_spaces = false;
  std::string character_map = {};  ///< of "t5"
  std::string origin = {};         ///< the file, for messages
};

/// Throws: Error(input) for values that contradict each other, Error(unsupported) for a model or
/// pre-tokenizer that is not known.
std::unique_ptr<const Tokenizer> make_gguf_tokenizer(GgufVocabulary vocabulary);

}  // namespace attnscope
