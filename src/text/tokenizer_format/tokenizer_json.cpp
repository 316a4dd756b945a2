// tokenizer.json: normalizer, pre_tokenizer, model, post_processor and added tokens, each part by its "type".
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_tree.hpp"
#include "core/utf8.hpp"
#include "text/pipeline.hpp"
#include "text/tokenizer_format.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {
namespace {

template <typename Part>
std::unique_ptr<const Part> read_part(const JsonNode& root, const std::string& file) {
  const JsonNode* node = root.find(Part::kind);
  return node == nullptr ? nullptr
                         : PartRegistry<Part>::instance().make(*node, file + ": " + std::string(Part::kind));
}

/// Old files leave the type of the model out.
std::string_view guessed_model(const JsonNode& model) {
  if (model.find("merges") != nullptr) return "BPE";
  if (model.find("max_input_chars_per_word") != nullptr) return "WordPiece";
  const JsonNode* vocabulary = model.find("vocab");
  return vocabulary != nullptr && vocabulary->is_array() ? "Unigram" : "WordLevel";
}

std::unique_ptr<const PieceModel> read_model(const JsonNode& root, const std::string& file) {
  const JsonNode& node = root.at(PieceModel::kind, file);
  const std::string where = file + ": model";
  return PartRegistry<PieceModel>::instance().make(node.text_or("type", guessed_model(node), where), node,
                                                   where);
}

std::vector<AddedToken> read_added_tokens(const JsonNode& root, const PieceModel& model,
                                          const std::string& file) {
  std::vector<AddedToken> tokens;
  const JsonNode* list = root.find("added_tokens");
  if (list == nullptr) return tokens;
  const std::string where = file + ": added_tokens";
  Index next = model.vocabulary_size();
  for (const JsonNode& node : list->items()) {
    AddedToken token{.text = node.at("content", where).text(where + ".content"),
                     .id = node.at("id", where).whole(where + ".id", 0, most_pieces),
                     .is_single_word = node.flag_or("single_word", false, where),
                     .takes_left_space = node.flag_or("lstrip", false, where),
                     .takes_right_space = node.flag_or("rstrip", false, where),
                     .is_normalised = node.flag_or("normalized", false, where)};
    if (token.text.empty()) continue;
    // The id in the list decides nothing: a token of the vocabulary has its id there, others follow in order.
    const Index id = model.find(token.text);
    token.id = id >= 0 ? id : next++;
    tokens.push_back(std::move(token));
  }
  return tokens;
}

/// Whether a part, or one inside of it, is of the type.
bool has_type(const JsonNode* node, std::string_view type) {
  if (node == nullptr) return false;
  if (const JsonNode* found = node->find("type");
      found != nullptr && found->is_text() && found->text("") == type) {
    return true;
  }
  for (const std::string_view key : {"normalizers", "pretokenizers"}) {
    const JsonNode* list = node->find(key);
    if (list == nullptr) continue;
    for (const JsonNode& item : list->items()) {
      if (has_type(&item, type)) return true;
    }
  }
  return false;
}

std::unique_ptr<const Tokenizer> read_tokenizer(const JsonNode& root, const std::string& file) {
  if (!root.is_object())
    throw Error(Error::Kind::input, file + ": expected an object, found " + root.describe());
  const std::string version = root.text_or("version", "1.0", file);
  if (version != "1.0") {
    throw Error(Error::Kind::unsupported,
                file + ": version '" + printable(version, 40) + "', expected '1.0'");
  }
  PipelineParts parts;
  parts.normaliser = read_part<TextNormaliser>(root, file);
  parts.pre_tokenizer = read_part<PreTokenizer>(root, file);
  parts.model = read_model(root, file);
  parts.added_tokens = read_added_tokens(root, *parts.model, file);
  const JsonNode* processor = root.find("post_processor");
  parts.around =
      processor != nullptr ? read_template(*processor, file + ": post_processor") : bare_template();
  const bool spells_bytes =
      has_type(root.find("pre_tokenizer"), "ByteLevel") || has_type(root.find("normalizer"), "ByteLevel");
  parts.spelling = spells_bytes ? PieceSpelling::byte_level : PieceSpelling::plain;
  parts.origin = file;
  return make_pipeline(std::move(parts));
}

class TokenizerJson final : public TokenizerFormat {
 public:
  int rank() const override { return 0; }
  std::optional<std::filesystem::path> find(const std::filesystem::path& folder) const override {
    return file_in(folder, "tokenizer.json");
  }
  std::unique_ptr<const Tokenizer> load(const std::filesystem::path& file) const override {
    const std::string name = printable(file.filename().string());
    return read_tokenizer(parse_json(read_text(file, most_tokenizer_bytes), name), name);
  }
};

const Registered<TokenizerFormat> registered{
    {{.name = "tokenizer-json",
      .summary = "tokenizer.json, with every kind of part that Hugging Face's tokenizers writes",
      .paper = "Hugging Face, tokenizers"},
     [](const Settings&) -> std::unique_ptr<const TokenizerFormat> {
       return std::make_unique<TokenizerJson>();
     }}};

}  // namespace
}  // namespace attnscope
