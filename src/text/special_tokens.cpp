#include "text/special_tokens.hpp"

#include <algorithm>
#include <array>

#include "core/file.hpp"
#include "text/text_file.hpp"
#include "text/tokenizer_format.hpp"

namespace attnscope {
namespace {

constexpr const char* settings_file = "tokenizer_config.json";

constexpr std::array<std::string_view, 7> token_keys{"bos_token", "eos_token", "unk_token", "sep_token",
                                                     "pad_token", "cls_token", "mask_token"};

JsonNode read_json(const std::filesystem::path& folder, std::string_view name) {
  const auto path = file_in(folder, name);
  return path ? parse_json(read_text(*path, most_tokenizer_bytes), std::string(name)) : JsonNode();
}

/// A token is its text, or an object with the text and how it is looked for.
AddedToken read_token(const JsonNode& node, const std::string& where) {
  if (node.is_text()) return {.text = node.text(where)};
  return {.text = node.at("content", where).text(where + ".content"),
          .is_single_word = node.flag_or("single_word", false, where),
          .takes_left_space = node.flag_or("lstrip", false, where),
          .takes_right_space = node.flag_or("rstrip", false, where),
          .is_normalised = node.flag_or("normalized", false, where)};
}

void add(std::vector<AddedToken>& tokens, AddedToken token) {
  const bool is_known = std::any_of(tokens.begin(), tokens.end(),
                                    [&](const AddedToken& have) { return have.text == token.text; });
  if (!is_known && !token.text.empty() && token.id >= 0) tokens.push_back(std::move(token));
}

}  // namespace

SpecialTokens SpecialTokens::read(const std::filesystem::path& folder) {
  SpecialTokens tokens;
  tokens.settings_ = read_json(folder, settings_file);
  tokens.map_ = read_json(folder, "special_tokens_map.json");
  tokens.added_ = read_json(folder, "added_tokens.json");
  return tokens;
}

std::string SpecialTokens::tokenizer_class() const {
  return settings_.text_or("tokenizer_class", "", settings_file);
}

std::string SpecialTokens::text(std::string_view key, std::string_view fallback) const {
  for (const JsonNode* file : {&settings_, &map_}) {
    if (const JsonNode* found = file->find(key)) return read_token(*found, std::string(key)).text;
  }
  return std::string(fallback);
}

bool SpecialTokens::flag(std::string_view key, bool fallback) const {
  return settings_.flag_or(key, fallback, settings_file);
}

std::vector<AddedToken> SpecialTokens::added_tokens(const Vocabulary& vocabulary) const {
  std::vector<AddedToken> tokens;
  for (const JsonNode* file : {&settings_, &map_}) {
    for (const std::string_view key : token_keys) {
      const JsonNode* found = file->find(key);
      if (found == nullptr) continue;
      AddedToken token = read_token(*found, std::string(key));
      token.id = vocabulary.find(token.text);
      add(tokens, std::move(token));
    }
  }
  for (const auto& [text, id] : added_.members()) {
    const std::string where = "added_tokens.json";
    add(tokens, {.text = text, .id = id.whole(where, 0, most_pieces)});
  }
  if (const JsonNode* by_id = settings_.find("added_tokens_decoder")) {
    const std::string where = std::string(settings_file) + ": added_tokens_decoder";
    for (const auto& [id, node] : by_id->members()) {
      AddedToken token = read_token(node, where);
      token.id = small_number(id);
      if (token.id > most_pieces) token.id = -1;
      add(tokens, std::move(token));
    }
  }
  return tokens;
}

}  // namespace attnscope
