// Finds a model's tokenizer among the files of its folder.
#include <filesystem>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_tree.hpp"
#include "core/utf8.hpp"
#include "text/pipeline.hpp"
#include "text/read_template.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {
namespace {

constexpr std::uint64_t most_bytes = 256U << 20U;  // the largest published tokenizer.json has 33 MB

template <typename Part>
std::unique_ptr<const Part> read_part(const JsonNode& root, const std::string& file) {
  const JsonNode* node = root.find(Part::kind);
  return node == nullptr ? nullptr
                         : PartRegistry<Part>::instance().make(*node, file + ": " + std::string(Part::kind));
}

std::vector<AddedToken> read_added_tokens(const JsonNode& root, const std::string& file) {
  std::vector<AddedToken> tokens;
  const JsonNode* list = root.find("added_tokens");
  if (list == nullptr) return tokens;
  const std::string where = file + ": added_tokens";
  for (const JsonNode& node : list->items()) {
    tokens.push_back({.text = node.at("content", where).text(where + ".content"),
                      .id = node.at("id", where).whole(where + ".id", 0, most_pieces),
                      .is_special = node.flag_or("special", false, where),
                      .is_single_word = node.flag_or("single_word", false, where),
                      .takes_left_space = node.flag_or("lstrip", false, where),
                      .takes_right_space = node.flag_or("rstrip", false, where),
                      .is_normalised = node.flag_or("normalized", false, where)});
  }
  return tokens;
}

std::unique_ptr<const Tokenizer> read_tokenizer_json(const std::filesystem::path& path) {
  const std::string file = printable(path.filename().string());
  const JsonNode root = parse_json(read_text(path, most_bytes), file);
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
  parts.model = read_part<PieceModel>(root, file);
  if (!parts.model) throw Error(Error::Kind::input, file + ": 'model' is missing");
  parts.added_tokens = read_added_tokens(root, file);
  const JsonNode* processor = root.find("post_processor");
  parts.around =
      processor != nullptr ? read_template(*processor, file + ": post_processor") : bare_template();
  parts.origin = file;
  return make_pipeline(std::move(parts));
}

JsonNode text_node(std::string_view text) {
  return JsonNode(std::string(text));
}

JsonNode id_node(Index id) {
  return JsonNode(JsonNumber{
      .value = static_cast<double>(id), .is_whole = true, .magnitude = static_cast<std::uint64_t>(id)});
}

/// vocab.txt holds BERT's WordPiece; the rest of the recipe is the same for all that use it.
std::unique_ptr<const Tokenizer> read_vocab_txt(const std::filesystem::path& path) {
  const std::string file = printable(path.filename().string());
  const Vocabulary vocabulary = Vocabulary::from_lines(read_text(path, most_bytes));
  std::vector<JsonNode::Member> pieces;
  for (Index id = 0; id < vocabulary.size(); ++id) {
    const std::string_view piece = vocabulary.piece(id);
    if (vocabulary.find(piece) == id) pieces.emplace_back(piece, id_node(id));
  }
  bool lower_cases = true;
  const std::filesystem::path settings_path = path.parent_path() / "tokenizer_config.json";
  if (std::filesystem::exists(settings_path)) {
    const JsonNode settings = parse_json(read_text(settings_path, most_bytes), "tokenizer_config.json");
    lower_cases = settings.flag_or("do_lower_case", true, "tokenizer_config.json");
  }
  const auto make_added = [&](std::string_view text) {
    const Index id = vocabulary.find(text);
    if (id < 0) throw Error(Error::Kind::input, file + ": no '" + std::string(text) + "'");
    return AddedToken{.text = std::string(text), .id = id, .is_special = true};
  };
  PipelineParts parts;
  parts.normaliser = PartRegistry<TextNormaliser>::instance().make(
      JsonNode(std::vector<JsonNode::Member>{{"type", text_node("BertNormalizer")},
                                             {"lowercase", JsonNode(lower_cases)}}),
      file);
  parts.pre_tokenizer = PartRegistry<PreTokenizer>::instance().make(
      JsonNode(std::vector<JsonNode::Member>{{"type", text_node("BertPreTokenizer")}}), file);
  parts.model = PartRegistry<PieceModel>::instance().make(
      JsonNode(std::vector<JsonNode::Member>{{"type", text_node("WordPiece")},
                                             {"unk_token", text_node("[UNK]")},
                                             {"vocab", JsonNode(std::move(pieces))}}),
      file);
  const AddedToken cls = make_added("[CLS]");
  const AddedToken sep = make_added("[SEP]");
  parts.added_tokens = {make_added("[UNK]"), cls, sep};
  for (const std::string_view optional : {"[PAD]", "[MASK]"}) {
    if (vocabulary.find(optional) >= 0) parts.added_tokens.push_back(make_added(optional));
  }
  const TemplatePart start{.id = cls.id, .piece = cls.text};
  const TemplatePart end{.id = sep.id, .piece = sep.text};
  const TemplatePart second_end{.id = sep.id, .piece = sep.text, .segment = 1};
  const TemplatePart first{.kind = TemplatePart::Kind::first_text};
  const TemplatePart second{.kind = TemplatePart::Kind::second_text, .segment = 1};
  parts.around = {.single = {start, first, end}, .pair = {start, first, end, second, second_end}};
  parts.origin = file;
  return make_pipeline(std::move(parts));
}

}  // namespace

std::unique_ptr<const Tokenizer> load_tokenizer(const std::filesystem::path& model_folder) {
  if (std::filesystem::exists(model_folder / "tokenizer.json"))
    return read_tokenizer_json(model_folder / "tokenizer.json");
  if (std::filesystem::exists(model_folder / "vocab.txt")) return read_vocab_txt(model_folder / "vocab.txt");
  return nullptr;
}

}  // namespace attnscope
