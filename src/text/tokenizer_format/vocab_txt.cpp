// vocab.txt: BERT's WordPiece, a piece a line; what else there is to know stands in tokenizer_config.json.
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_tree.hpp"
#include "core/utf8.hpp"
#include "text/piece_model/word_piece.hpp"
#include "text/pipeline.hpp"
#include "text/special_tokens.hpp"
#include "text/text_file.hpp"
#include "text/tokenizer_format.hpp"

namespace attnscope {
namespace {

std::unique_ptr<const TextNormaliser> make_normaliser(const SpecialTokens& settings) {
  std::vector<JsonNode::Member> members{
      {"lowercase", JsonNode(settings.flag("do_lower_case", true))},
      {"handle_chinese_chars", JsonNode(settings.flag("tokenize_chinese_chars", true))}};
  if (const JsonNode* strips = settings.setting("strip_accents"))
    members.emplace_back("strip_accents", *strips);
  return PartRegistry<TextNormaliser>::instance().make("BertNormalizer", JsonNode(std::move(members)),
                                                       "tokenizer_config.json");
}

std::unique_ptr<const Tokenizer> make_tokenizer(Vocabulary vocabulary, const SpecialTokens& settings,
                                                const std::string& file) {
  PipelineParts parts;
  const auto part = [&](std::string_view key, std::string_view fallback) {
    const std::string text = settings.text(key, fallback);
    const Index id = vocabulary.find(text);
    if (id < 0) throw Error(Error::Kind::input, file + ": no '" + printable(text, 60) + "'");
    return TemplatePart{.id = id, .piece = text};
  };
  const TemplatePart unknown = part("unk_token", "[UNK]");
  const TemplatePart start = part("cls_token", "[CLS]");
  const TemplatePart end = part("sep_token", "[SEP]");
  parts.around = plain_template(start, end);
  parts.added_tokens = settings.added_tokens(vocabulary);
  for (const std::string& text : {unknown.piece, start.piece, end.piece, settings.text("pad_token", "[PAD]"),
                                  settings.text("mask_token", "[MASK]")}) {
    if (const Index id = vocabulary.find(text); id >= 0)
      parts.added_tokens.push_back({.text = text, .id = id});
  }
  parts.normaliser = make_normaliser(settings);
  parts.pre_tokenizer = PartRegistry<PreTokenizer>::instance().make("BertPreTokenizer", JsonNode(), file);
  parts.model = make_word_piece({.vocabulary = std::move(vocabulary), .unknown = unknown.id});
  parts.origin = file;
  return make_pipeline(std::move(parts));
}

class VocabTxt final : public TokenizerFormat {
 public:
  int rank() const override { return 2; }
  std::optional<std::filesystem::path> find(const std::filesystem::path& folder) const override {
    return file_in(folder, "vocab.txt");
  }
  std::unique_ptr<const Tokenizer> load(const std::filesystem::path& file) const override {
    const std::string name = printable(file.filename().string());
    const std::string text = checked_text(read_text(file, most_tokenizer_bytes), name);
    return make_tokenizer(Vocabulary::from_lines(text, name), SpecialTokens::read(file.parent_path()), name);
  }
};

const Registered<TokenizerFormat> registered{
    {{.name = "vocab-txt",
      .summary =
          "vocab.txt of BERT and its kin, with what tokenizer_config.json says of letters and special tokens",
      .paper = "Devlin et al. 2018, BERT"},
     [](const Settings&) -> std::unique_ptr<const TokenizerFormat> { return std::make_unique<VocabTxt>(); }}};

}  // namespace
}  // namespace attnscope
