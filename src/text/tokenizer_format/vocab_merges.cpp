// vocab.json and merges.txt: byte-level BPE of GPT-2 and RoBERTa; tokenizer_config.json says which and names
// the tokens around a text.
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_tree.hpp"
#include "core/utf8.hpp"
#include "text/piece_model/byte_pairs.hpp"
#include "text/pipeline.hpp"
#include "text/special_tokens.hpp"
#include "text/text_file.hpp"
#include "text/tokenizer_format.hpp"

namespace attnscope {
namespace {

/// RoBERTa and its kin put <s> and </s> around a text, and two </s> between the texts of a pair.
TokenTemplate roberta_template(const TemplatePart& start, const TemplatePart& end) {
  const TemplatePart first{.kind = TemplatePart::Kind::first_text};
  const TemplatePart second{.kind = TemplatePart::Kind::second_text};
  return {.single = {start, first, end},
          .pair = {start, first, end, end, second, end},
          .trims_spaces = true,
          .keeps_first_space = false};
}

/// By the class that tokenizer_config.json names, or else by the tokens that the vocabulary has.
bool is_roberta(const SpecialTokens& tokens, const Vocabulary& vocabulary) {
  const std::string kind = tokens.tokenizer_class();
  for (const std::string_view name : {"Roberta", "Bart", "Longformer", "LED"}) {
    if (kind.starts_with(name)) return true;
  }
  return kind.empty() && vocabulary.find("<s>") >= 0 && vocabulary.find("</s>") >= 0 &&
         vocabulary.find("<mask>") >= 0;
}

/// What the two families look for in a text where no file says it.
void add_usual_tokens(std::vector<AddedToken>& tokens, const Vocabulary& vocabulary,
                      bool has_roberta_tokens) {
  const auto add = [&](AddedToken token) {
    token.id = vocabulary.find(token.text);
    if (token.id >= 0) tokens.push_back(std::move(token));
  };
  if (!has_roberta_tokens) return add({.text = "<|endoftext|>"});
  for (const std::string_view text : {"<s>", "<pad>", "</s>", "<unk>"}) add({.text = std::string(text)});
  add({.text = "<mask>", .takes_left_space = true});
}

class VocabMerges final : public TokenizerFormat {
 public:
  int rank() const override { return 3; }

  std::optional<std::filesystem::path> find(const std::filesystem::path& folder) const override {
    return file_in(folder, "merges.txt") ? file_in(folder, "vocab.json") : std::nullopt;
  }

  std::unique_ptr<const Tokenizer> load(const std::filesystem::path& file) const override {
    const std::string name = printable(file.filename().string());
    BytePairParts pairs;
    pairs.vocabulary = Vocabulary::from_json(parse_json(read_text(file, most_tokenizer_bytes), name), name);
    const std::string merges = read_text(file.parent_path() / "merges.txt", most_tokenizer_bytes);
    pairs.merges = read_merge_lines(checked_text(merges, "merges.txt"), pairs, "merges.txt");

    const SpecialTokens tokens = SpecialTokens::read(file.parent_path());
    const auto part = [&](std::string_view key, std::string_view fallback) {
      const std::string text = tokens.text(key, fallback);
      return TemplatePart{.id = pairs.vocabulary.find(text), .piece = text};
    };
    PipelineParts parts;
    parts.around = bare_template();
    const bool has_roberta_tokens = is_roberta(tokens, pairs.vocabulary);
    if (has_roberta_tokens) {
      parts.around = roberta_template(part("cls_token", "<s>"), part("sep_token", "</s>"));
      pairs.vocabulary.at(parts.around.single.front().piece, name);
      pairs.vocabulary.at(parts.around.single.back().piece, name);
    }
    parts.added_tokens = tokens.added_tokens(pairs.vocabulary);
    add_usual_tokens(parts.added_tokens, pairs.vocabulary, has_roberta_tokens);
    std::vector<JsonNode::Member> byte_level{
        {"add_prefix_space", JsonNode(tokens.flag("add_prefix_space", false))}};
    parts.pre_tokenizer =
        PartRegistry<PreTokenizer>::instance().make("ByteLevel", JsonNode(std::move(byte_level)), name);
    parts.model = make_byte_pairs(std::move(pairs));
    parts.spelling = PieceSpelling::byte_level;
    parts.origin = name;
    return make_pipeline(std::move(parts));
  }
};

const Registered<TokenizerFormat> registered{
    {{.name = "vocab-merges",
      .summary = "vocab.json and merges.txt of GPT-2, RoBERTa and their kin",
      .paper = "Radford et al. 2019, Language Models are Unsupervised Multitask Learners"},
     [](const Settings&) -> std::unique_ptr<const TokenizerFormat> {
       return std::make_unique<VocabMerges>();
     }}};

}  // namespace
}  // namespace attnscope
