#include "models/gguf_vocabulary.hpp"

#include <utility>

#include "text/gguf_tokenizer.hpp"

namespace attnscope {
namespace {

constexpr const char* prefix = "tokenizer.ggml.";

std::optional<bool> optional_flag(const Metadata& metadata, const std::string& key) {
  return metadata.has(key) ? std::optional(metadata.flag(key)) : std::nullopt;
}

std::string bytes_of(const Metadata& metadata, const std::string& key) {
  std::string bytes;
  if (!metadata.has(key)) return bytes;
  for (const Index value : metadata.wholes(key)) {
    bytes += static_cast<char>(static_cast<unsigned char>(static_cast<std::uint64_t>(value) & 0xFFU));
  }
  return bytes;
}

}  // namespace

std::unique_ptr<const Tokenizer> tokenizer_of(const Metadata& metadata, const std::string& origin) {
  const auto key = [](std::string_view name) { return prefix + std::string(name); };
  if (!metadata.has(key("tokens")) || !metadata.has(key("model"))) return nullptr;
  const auto id = [&](std::string_view name) { return metadata.whole_or(key(name), -1); };
  GgufVocabulary vocabulary{
      .model = metadata.text(key("model")),
      .pre_tokenizer = metadata.text_or(key("pre"), "default"),
      .pieces = metadata.texts(key("tokens")),
      .start = id("bos_token_id"),
      .end = id("eos_token_id"),
      .unknown = id("unknown_token_id"),
      // The published files spell it so.
      .separator = metadata.whole_or(key("seperator_token_id"), id("separator_token_id")),
      .adds_start = optional_flag(metadata, key("add_bos_token")),
      .adds_end = optional_flag(metadata, key("add_eos_token")),
      .adds_space = metadata.flag_or(key("add_space_prefix"), true),
      .removes_extra_spaces = metadata.flag_or(key("remove_extra_whitespaces"), false),
      .character_map = bytes_of(metadata, key("precompiled_charsmap")),
      .origin = origin};
  if (metadata.has(key("scores"))) vocabulary.scores = metadata.reals(key("scores"));
  if (metadata.has(key("token_type"))) vocabulary.types = metadata.wholes(key("token_type"));
  if (metadata.has(key("merges"))) vocabulary.merges = metadata.texts(key("merges"));
  // BERT's files name [CLS] by its own key in some versions.
  if (vocabulary.model == "bert" && vocabulary.start < 0) vocabulary.start = id("cls_token_id");
  return make_gguf_tokenizer(std::move(vocabulary));
}

}  // namespace attnscope
