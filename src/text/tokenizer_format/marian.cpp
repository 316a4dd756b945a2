// Marian: source.spm and target.spm split texts, vocab.json numbers the pieces of both.
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_tree.hpp"
#include "core/utf8.hpp"
#include "text/sentence_piece.hpp"
#include "text/tokenizer_format.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

std::unique_ptr<const PlainTokenizer> make_side(const Path& file,
                                                std::shared_ptr<const Vocabulary> vocabulary) {
  const Index unknown = vocabulary->at("<unk>", "vocab.json");
  const std::string name = printable(file.filename().string());
  SentencePieceParts parts{.model = read_sentence_piece_model(read_text(file, most_tokenizer_bytes), name)};
  parts.origin = name;
  parts.vocabulary_size = vocabulary->size();
  for (const std::string_view text : {"<pad>", "</s>", "<unk>"}) {
    if (const Index id = vocabulary->find(text); id >= 0)
      parts.added_tokens.push_back({.text = std::string(text), .id = id});
  }
  parts.renumber = [vocabulary, unknown](const Token& token) {
    const Index id = vocabulary->find(token.text);
    return id >= 0 ? id : unknown;
  };
  return make_sentence_piece(std::move(parts));
}

class Marian final : public TokenizerFormat {
 public:
  int rank() const override { return 1; }
  std::optional<Path> find(const Path& folder) const override {
    return file_in(folder, "source.spm") && file_in(folder, "target.spm") ? file_in(folder, "vocab.json")
                                                                          : std::nullopt;
  }
  std::unique_ptr<const Tokenizer> load(const Path& file) const override {
    const std::string name = printable(file.filename().string());
    const auto vocabulary = std::make_shared<const Vocabulary>(
        Vocabulary::from_json(parse_json(read_text(file, most_tokenizer_bytes), name), name));
    TokenizerParts parts;
    parts.plain = make_side(file.parent_path() / "source.spm", vocabulary);
    parts.target = make_side(file.parent_path() / "target.spm", vocabulary);
    parts.around = plain_template({.id = -1}, {.id = vocabulary->at("</s>", name), .piece = "</s>"});
    return make_tokenizer(std::move(parts));
  }
};

const Registered<TokenizerFormat> registered{
    {{.name = "marian",
      .summary = "source.spm and target.spm with the vocab.json of Marian's translation models",
      .paper = "Junczys-Dowmunt et al. 2018, Marian"},
     [](const Settings&) -> std::unique_ptr<const TokenizerFormat> { return std::make_unique<Marian>(); }}};

}  // namespace
}  // namespace attnscope
