// tokenizer.model, spiece.model and sentencepiece.bpe.model: SentencePiece. Which tokens stand around a text,
// and how the checkpoint numbers the pieces, is a habit of each family of models, named by
// tokenizer_config.json or config.json.
#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "text/sentence_piece.hpp"
#include "text/special_tokens.hpp"
#include "text/tokenizer_format.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

/// "t5" of "T5Tokenizer" or of config.json's model_type; empty where no file says it.
std::string family_of(const Path& folder, const SpecialTokens& tokens) {
  std::string name = tokens.tokenizer_class();
  if (name.empty()) {
    if (const auto config = file_in(folder, "config.json")) {
      name = parse_json(read_text(*config, most_tokenizer_bytes), "config.json")
                 .text_or("model_type", "", "config.json");
    }
  }
  if (const std::size_t end = name.find("Tokenizer"); end != std::string::npos) name.resize(end);
  std::string lower;
  for (const char letter : name) {
    if (letter == '-' || letter == '_') continue;
    lower += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  }
  return lower;
}

/// The control piece of that text; id -1 where the model has none.
TemplatePart part_of(const SentencePieceModel& model, const std::string& piece) {
  return {.id = model.control_id(piece), .piece = piece};
}

/// T5: </s> after each text, and a hundred more tokens whose ids run backwards.
void follow_t5(SentencePieceParts& parts, const SpecialTokens& tokens, TokenTemplate& around) {
  around = plain_template({.id = -1}, part_of(parts.model, parts.model.end_piece));
  for (TemplatePart& part : around.pair) part.segment = 0;
  constexpr Index usual_extra_ids = 100;
  Index extra_ids = usual_extra_ids;
  if (const JsonNode* setting = tokens.setting("extra_ids")) {
    extra_ids = setting->whole("tokenizer_config.json.extra_ids", 0, 10'000);
  }
  for (Index extra = 0; extra < extra_ids; ++extra) {
    parts.added_tokens.push_back({.text = "<extra_id_" + std::to_string(extra) + ">",
                                  .id = parts.model.size() + extra_ids - 1 - extra});
  }
}

/// XLM-R: its own four tokens come first, all other pieces move up by one.
void follow_xlm_roberta(SentencePieceParts& parts, TokenTemplate& around) {
  const TemplatePart start{.id = 0, .piece = "<s>"};
  const TemplatePart end{.id = 2, .piece = "</s>"};
  const TemplatePart first{.kind = TemplatePart::Kind::first_text};
  const TemplatePart second{.kind = TemplatePart::Kind::second_text};
  around = {.single = {start, first, end}, .pair = {start, first, end, end, second, end}};
  constexpr Index unknown = 3;
  parts.renumber = [](const Token& token) { return token.unknown ? unknown : token.id + 1; };
  parts.vocabulary_size = parts.model.size() + 2;
  parts.added_tokens = {{.text = "<s>", .id = 0},
                        {.text = "<pad>", .id = 1},
                        {.text = "</s>", .id = 2},
                        {.text = "<unk>", .id = unknown},
                        {.text = "<mask>", .id = parts.model.size() + 1, .takes_left_space = true}};
}

/// Llama, Gemma and their kin put <s> before a text, unless the settings say otherwise.
void follow_settings(SentencePieceParts& parts, const SpecialTokens& tokens, bool ends_texts,
                     TokenTemplate& around) {
  const SentencePieceModel& model = parts.model;
  const TemplatePart nothing{.id = -1};
  around =
      plain_template(tokens.flag("add_bos_token", true) ? part_of(model, model.start_piece) : nothing,
                     tokens.flag("add_eos_token", ends_texts) ? part_of(model, model.end_piece) : nothing);
  parts.added_tokens = tokens.added_tokens(Vocabulary(model.pieces, parts.origin));
}

std::unique_ptr<const Tokenizer> load_model(const Path& file) {
  const SpecialTokens tokens = SpecialTokens::read(file.parent_path());
  const std::string family = family_of(file.parent_path(), tokens);
  for (const std::string_view other :
       {"albert", "camembert", "xlnet", "mbart", "deberta", "debertav2", "mluke"}) {
    if (family == other) {
      throw Error(
          Error::Kind::unsupported,
          printable(file.filename().string()) + ": '" + family +
              "' models rewrite text before SentencePiece sees it, in ways that only a tokenizer.json says",
          "add the model's tokenizer.json");
    }
  }
  const std::string name = printable(file.filename().string());
  SentencePieceParts parts{.model = read_sentence_piece_model(read_text(file, most_tokenizer_bytes), name)};
  parts.origin = name;
  parts.vocabulary_size = parts.model.size();
  TokenizerParts whole;
  if (family == "t5" || family == "mt5") {
    follow_t5(parts, tokens, whole.around);
  } else if (family == "xlmroberta") {
    follow_xlm_roberta(parts, whole.around);
  } else {
    follow_settings(parts, tokens, family.empty(), whole.around);
  }
  whole.plain = make_sentence_piece(std::move(parts));
  return make_tokenizer(std::move(whole));
}

class SentencePieceFormat final : public TokenizerFormat {
 public:
  int rank() const override { return 1; }
  std::optional<Path> find(const Path& folder) const override {
    for (const std::string_view name : {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model"}) {
      if (auto file = file_in(folder, name)) return file;
    }
    return std::nullopt;
  }
  std::unique_ptr<const Tokenizer> load(const Path& file) const override { return load_model(file); }
};

const Registered<TokenizerFormat> registered{
    {{.name = "sentencepiece",
      .summary = "tokenizer.model, spiece.model and sentencepiece.bpe.model",
      .paper = "Kudo and Richardson 2018, SentencePiece"},
     [](const Settings&) -> std::unique_ptr<const TokenizerFormat> {
       return std::make_unique<SentencePieceFormat>();
     }}};

}  // namespace
}  // namespace attnscope
