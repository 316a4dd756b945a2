// llama2.c's tokenizer.bin: the pieces of a SentencePiece BPE model with their scores, spaces written as
// spaces.
//
//   i32 longest piece · for each piece: f32 score, i32 length, bytes
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/little_endian.hpp"
#include "core/utf8.hpp"
#include "text/piece_model/scored_pairs.hpp"
#include "text/pipeline.hpp"
#include "text/tokenizer_format.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

constexpr std::size_t first_byte_id = 3;  // after <unk>, <s> and </s>

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  ScoredPairParts read() {
    number<std::int32_t>("the longest piece");
    std::vector<std::string> pieces;
    ScoredPairParts parts;
    while (place_ < bytes_.size()) {
      const std::string what = "piece " + std::to_string(pieces.size());
      parts.scores.push_back(number<float>(what));
      const auto length = number<std::int32_t>(what);
      if (length < 0 || static_cast<std::size_t>(length) > bytes_.size() - place_) {
        throw Error(Error::Kind::input, name_ + ": " + what + ": length " + std::to_string(length) + ", " +
                                            std::to_string(bytes_.size() - place_) + " bytes follow");
      }
      pieces.emplace_back(bytes_.substr(place_, static_cast<std::size_t>(length)));
      place_ += static_cast<std::size_t>(length);
    }
    if (pieces.size() < first_byte_id + parts.byte_ids.size()) {
      throw Error(Error::Kind::input, name_ + ": " + std::to_string(pieces.size()) +
                                          " pieces, expected at least 3 and one for each of 256 bytes");
    }
    for (std::size_t byte = 0; byte < parts.byte_ids.size(); ++byte) {
      parts.byte_ids[byte] = static_cast<Index>(first_byte_id + byte);
    }
    parts.vocabulary = Vocabulary(std::move(pieces), name_);
    parts.unknown = 0;
    return parts;
  }

 private:
  template <typename Number>
  Number number(const std::string& what) {
    if (bytes_.size() - place_ < sizeof(Number)) {
      throw Error(Error::Kind::input, name_ + ": the file ends inside of " + what);
    }
    const auto value = load_little_endian<Number>(reinterpret_cast<const std::byte*>(bytes_.data() + place_));
    place_ += sizeof(Number);
    return value;
  }

  std::string_view bytes_;
  const std::string& name_;
  std::size_t place_ = 0;
};

/// "tok512.bin" and such, as llama2.c's training names them.
bool is_named_like_one(const Path& file) {
  const std::string name = file.filename().string();
  return name.starts_with("tok") && name.ends_with(".bin");
}

class Llama2c final : public TokenizerFormat {
 public:
  int rank() const override { return 4; }

  std::optional<Path> find(const Path& folder) const override {
    if (auto file = file_in(folder, "tokenizer.bin")) return file;
    std::optional<Path> found;
    std::error_code fault;
    for (const auto& entry : std::filesystem::directory_iterator(folder, fault)) {
      if (!is_named_like_one(entry.path())) continue;
      if (found) return std::nullopt;  // two of them: which one is meant cannot be known
      found = entry.path();
    }
    return found;
  }

  std::unique_ptr<const Tokenizer> load(const Path& file) const override {
    const std::string name = printable(file.filename().string());
    const std::string bytes = read_text(file, most_tokenizer_bytes);
    ScoredPairParts pairs = Reader(bytes, name).read();
    PipelineParts parts;
    parts.around = plain_template({.id = 1, .piece = "<s>"}, {.id = -1});
    const JsonNode prefix(std::vector<JsonNode::Member>{{"prepend", JsonNode(std::string(" "))}});
    parts.normaliser = PartRegistry<TextNormaliser>::instance().make("Prepend", prefix, name);
    parts.model = make_scored_pairs(std::move(pairs));
    parts.origin = name;
    return make_pipeline(std::move(parts));
  }
};

const Registered<TokenizerFormat> registered{
    {{.name = "llama2c",
      .summary = "tokenizer.bin of llama2.c, or the one file named like tok512.bin",
      .paper = "Karpathy, llama2.c"},
     [](const Settings&) -> std::unique_ptr<const TokenizerFormat> { return std::make_unique<Llama2c>(); }}};

}  // namespace
}  // namespace attnscope
