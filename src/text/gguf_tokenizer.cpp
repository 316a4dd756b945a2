#include "text/gguf_tokenizer.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/json_tree.hpp"
#include "core/utf8.hpp"
#include "text/gguf_pre_tokenizer.hpp"
#include "text/normaliser/precompiled.hpp"
#include "text/normaliser/sequence.hpp"
#include "text/piece_model/byte_pairs.hpp"
#include "text/piece_model/scored_pairs.hpp"
#include "text/piece_model/unigram.hpp"
#include "text/piece_model/word_piece.hpp"
#include "text/pipeline.hpp"

namespace attnscope {
namespace {

constexpr std::string_view space_sign = "▁";
constexpr Index control = 3;
constexpr Index user_defined = 4;

std::string key(const GgufVocabulary& vocabulary, std::string_view name) {
  return vocabulary.origin + ": tokenizer.ggml." + std::string(name);
}

void check(const GgufVocabulary& vocabulary) {
  const std::size_t pieces = vocabulary.pieces.size();
  const auto check_count = [&](std::size_t count, std::string_view name) {
    if (count == 0 || count == pieces) return;
    throw Error(Error::Kind::input, key(vocabulary, name) + ": " + std::to_string(count) + " values for " +
                                        std::to_string(pieces) + " tokens");
  };
  if (pieces == 0) throw Error(Error::Kind::input, key(vocabulary, "tokens") + ": no tokens");
  check_count(vocabulary.scores.size(), "scores");
  check_count(vocabulary.types.size(), "token_type");
  for (const Index id : {vocabulary.start, vocabulary.end, vocabulary.unknown, vocabulary.separator}) {
    if (id < static_cast<Index>(pieces)) continue;
    throw Error(Error::Kind::input, vocabulary.origin + ": special token id " + std::to_string(id) +
                                        ", the vocabulary has " + std::to_string(pieces) + " tokens");
  }
}

Index type_of(const GgufVocabulary& vocabulary, std::size_t id) {
  return vocabulary.types.empty() ? 1 : vocabulary.types[id];
}

TemplatePart part_of(const GgufVocabulary& vocabulary, Index id) {
  return {.id = id, .piece = id >= 0 ? vocabulary.pieces[static_cast<std::size_t>(id)] : std::string()};
}

/// What stands for itself in a text: control tokens and what the model's makers added.
std::vector<AddedToken> added_tokens(const GgufVocabulary& vocabulary) {
  std::vector<AddedToken> tokens;
  for (std::size_t id = 0; id < vocabulary.types.size(); ++id) {
    const Index type = vocabulary.types[id];
    if (type != control && type != user_defined) continue;
    tokens.push_back({.text = vocabulary.pieces[id], .id = static_cast<Index>(id)});
  }
  return tokens;
}

using Members = std::vector<JsonNode::Member>;

JsonNode text_node(std::string_view text) {
  return JsonNode(std::string(text));
}

std::unique_ptr<const TextNormaliser> normaliser(const GgufVocabulary& vocabulary, std::string_view type,
                                                 Members settings = {}) {
  return PartRegistry<TextNormaliser>::instance().make(type, JsonNode(std::move(settings)),
                                                       vocabulary.origin);
}

std::unique_ptr<const PreTokenizer> pre_tokenizer(const GgufVocabulary& vocabulary, std::string_view type,
                                                  Members settings = {}) {
  return PartRegistry<PreTokenizer>::instance().make(type, JsonNode(std::move(settings)), vocabulary.origin);
}

std::unique_ptr<const TextNormaliser> replace(const GgufVocabulary& vocabulary, std::string_view expression,
                                              std::string_view content) {
  return normaliser(
      vocabulary, "Replace",
      {{"pattern", JsonNode(Members{{"Regex", text_node(expression)}})}, {"content", text_node(content)}});
}

/// WordPiece, whose files mark the start of a word with ▁ where BERT marks what continues it with ##.
PipelineParts bert_parts(GgufVocabulary& vocabulary) {
  bool has_capitals = false;
  for (std::size_t id = 0; id < vocabulary.pieces.size(); ++id) {
    std::string& piece = vocabulary.pieces[id];
    if (type_of(vocabulary, id) == control) continue;
    if (piece.starts_with(space_sign)) {
      piece.erase(0, space_sign.size());
    } else {
      piece.insert(0, "##");
    }
    has_capitals = has_capitals || std::any_of(piece.begin(), piece.end(),
                                               [](char letter) { return letter >= 'A' && letter <= 'Z'; });
  }
  PipelineParts parts;
  parts.added_tokens = added_tokens(vocabulary);
  const Index start = vocabulary.start;
  const Index end = vocabulary.separator >= 0 ? vocabulary.separator : vocabulary.end;
  parts.around = plain_template(part_of(vocabulary, start), part_of(vocabulary, end));
  // The file does not say whether the model knows capitals; its pieces do.
  parts.normaliser = normaliser(vocabulary, "BertNormalizer", {{"lowercase", JsonNode(!has_capitals)}});
  parts.pre_tokenizer = pre_tokenizer(vocabulary, "BertPreTokenizer");
  if (vocabulary.unknown < 0)
    throw Error(Error::Kind::input, key(vocabulary, "unknown_token_id") + " is missing");
  parts.model =
      make_word_piece({.vocabulary = Vocabulary(std::move(vocabulary.pieces), key(vocabulary, "tokens")),
                       .unknown = vocabulary.unknown});
  return parts;
}

PipelineParts gpt2_parts(GgufVocabulary& vocabulary) {
  PipelineParts parts;
  parts.added_tokens = added_tokens(vocabulary);
  const bool is_llama3 = vocabulary.pre_tokenizer == "llama-bpe" || vocabulary.pre_tokenizer == "llama3";
  const Index start = vocabulary.adds_start.value_or(is_llama3) ? vocabulary.start : -1;
  const Index end = vocabulary.adds_end.value_or(false) ? vocabulary.end : -1;
  parts.around = plain_template(part_of(vocabulary, start), part_of(vocabulary, end));
  if (vocabulary.pre_tokenizer == "qwen2") {
    parts.normaliser = normaliser(vocabulary, "NFC");
  }
  parts.pre_tokenizer = make_gguf_pre_tokenizer(vocabulary.pre_tokenizer, key(vocabulary, "pre"));
  BytePairParts pairs{.vocabulary = Vocabulary(std::move(vocabulary.pieces), key(vocabulary, "tokens"))};
  pairs.looks_up_words = is_llama3;
  pairs.merges.reserve(vocabulary.merges.size());
  const std::string where = key(vocabulary, "merges");
  for (std::size_t index = 0; index < vocabulary.merges.size(); ++index) {
    const std::string& merge = vocabulary.merges[index];
    // A piece may begin with the space that parts both.
    const std::size_t space = merge.find(' ', 1);
    const std::string place = where + "[" + std::to_string(index) + "]";
    if (space == std::string::npos) {
      throw Error(Error::Kind::input, place + ": expected two pieces, found '" + printable(merge, 60) + "'");
    }
    pairs.merges.push_back(read_merge(std::string_view(merge).substr(0, space),
                                      std::string_view(merge).substr(space + 1), pairs, place));
  }
  parts.model = make_byte_pairs(std::move(pairs));
  parts.spelling = PieceSpelling::byte_level;
  return parts;
}

PipelineParts llama_parts(GgufVocabulary& vocabulary) {
  PipelineParts parts;
  parts.added_tokens = added_tokens(vocabulary);
  parts.around =
      plain_template(part_of(vocabulary, vocabulary.adds_start.value_or(true) ? vocabulary.start : -1),
                     part_of(vocabulary, vocabulary.adds_end.value_or(false) ? vocabulary.end : -1));
  std::vector<std::unique_ptr<const TextNormaliser>> steps;
  if (vocabulary.adds_space)
    steps.push_back(normaliser(vocabulary, "Prepend", {{"prepend", text_node(space_sign)}}));
  steps.push_back(replace(vocabulary, " ", space_sign));
  parts.normaliser = make_normaliser_sequence(std::move(steps), vocabulary.origin);
  ScoredPairParts pairs{.vocabulary = Vocabulary(std::move(vocabulary.pieces), key(vocabulary, "tokens")),
                        .scores = std::move(vocabulary.scores),
                        .unknown = vocabulary.unknown};
  if (pairs.scores.empty()) throw Error(Error::Kind::input, key(vocabulary, "scores") + " is missing");
  pairs.byte_ids = byte_ids_of(pairs.vocabulary);
  parts.model = make_scored_pairs(std::move(pairs));
  return parts;
}

PipelineParts t5_parts(GgufVocabulary& vocabulary) {
  PipelineParts parts;
  parts.added_tokens = added_tokens(vocabulary);
  parts.around =
      plain_template(part_of(vocabulary, vocabulary.adds_start.value_or(false) ? vocabulary.start : -1),
                     part_of(vocabulary, vocabulary.adds_end.value_or(true) ? vocabulary.end : -1));
  const std::string map = key(vocabulary, "precompiled_charsmap");
  std::vector<std::unique_ptr<const TextNormaliser>> steps;
  steps.push_back(make_precompiled(CharacterMap(vocabulary.character_map, map), map));
  if (vocabulary.removes_extra_spaces) {
    steps.push_back(replace(vocabulary, " {2,}", " "));
    steps.push_back(replace(vocabulary, "^ | $", ""));
  }
  parts.normaliser = make_normaliser_sequence(std::move(steps), vocabulary.origin);
  parts.pre_tokenizer = pre_tokenizer(
      vocabulary, "Metaspace",
      {{"replacement", text_node(space_sign)}, {"add_prefix_space", JsonNode(vocabulary.adds_space)}});
  UnigramParts unigram{.vocabulary = Vocabulary(std::move(vocabulary.pieces), key(vocabulary, "tokens")),
                       .scores = std::vector<double>(vocabulary.scores.begin(), vocabulary.scores.end()),
                       .unknown = vocabulary.unknown};
  if (unigram.scores.empty()) throw Error(Error::Kind::input, key(vocabulary, "scores") + " is missing");
  parts.model = make_unigram(std::move(unigram));
  return parts;
}

}  // namespace

std::unique_ptr<const Tokenizer> make_gguf_tokenizer(GgufVocabulary vocabulary) {
  check(vocabulary);
  const std::string model = vocabulary.model;
  const auto parts_of = [&] {
    if (model == "bert") return bert_parts(vocabulary);
    if (model == "gpt2") return gpt2_parts(vocabulary);
    if (model == "llama") return llama_parts(vocabulary);
    if (model == "t5") return t5_parts(vocabulary);
    throw Error(Error::Kind::unsupported,
                key(vocabulary, "model") + " '" + printable(model, 60) + "' (known: bert, gpt2, llama, t5)");
  };
  PipelineParts parts = parts_of();
  parts.origin = vocabulary.origin;
  return make_pipeline(std::move(parts));
}

}  // namespace attnscope
