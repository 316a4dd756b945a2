// What tokenizer_config.json, special_tokens_map.json and added_tokens.json say beside an older tokenizer
// file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_tree.hpp"
#include "text/added_tokens.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {

class SpecialTokens {
 public:
  /// From the folder's files, as far as there are any. Throws: Error(input) for a broken one.
  static SpecialTokens read(const std::filesystem::path& folder);

  /// "RobertaTokenizer"; empty where no file says it.
  std::string tokenizer_class() const;
  /// The text of "cls_token" and so on.
  std::string text(std::string_view key, std::string_view fallback) const;
  bool flag(std::string_view key, bool fallback) const;
  /// The value of a key that is not a token, such as "do_lower_case"; null where there is none.
  const JsonNode* setting(std::string_view key) const { return settings_.find(key); }

  /// The tokens of all files that the vocabulary has, or that added_tokens.json and added_tokens_decoder give
  /// an id.
  std::vector<AddedToken> added_tokens(const Vocabulary& vocabulary) const;

 private:
  JsonNode settings_;  // tokenizer_config.json
  JsonNode map_;       // special_tokens_map.json
  JsonNode added_;     // added_tokens.json
};

}  // namespace attnscope
