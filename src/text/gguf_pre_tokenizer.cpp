#include "text/gguf_pre_tokenizer.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "text/byte_alphabet.hpp"
#include "text/split_behaviour.hpp"

namespace attnscope {
namespace {

constexpr std::string_view gpt2 =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
constexpr std::string_view llama3 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view qwen2 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view han_and_hangul = R"([\x{4E00}-\x{9FA5}\x{0800}-\x{4E00}\x{AC00}-\x{D7FF}]+)";
// Letters that have case, but for mathematical ones and modern Georgian.
constexpr std::string_view cased_letters =
    R"(\s?[[\p{Lu}\p{Ll}\p{Lt}]&&[^\x{10D0}-\x{10FF}\x{1D400}-\x{1D7FF}]]+)";
constexpr std::string_view wide_punctuation =
    R"(\s?[!-/:-~\x{FF01}-\x{FF0F}\x{FF1A}-\x{FF5E}\x{2018}-\x{201F}\x{3000}-\x{3002}]+)";

struct Named {
  std::string_view name;
  std::array<std::string_view, 6> expressions;
};

constexpr std::array<Named, 15> known{{
    {"gpt-2", {gpt2}},
    {"mpt", {gpt2}},
    {"olmo", {gpt2}},
    {"phi-2", {gpt2}},
    {"default", {R"([\p{P}\$\+<=>\^~\|]+)", gpt2, R"(\p{N}+)", "[0-9][0-9][0-9]"}},
    {"llama-bpe", {llama3}},
    {"llama3", {llama3}},
    {"qwen2", {qwen2}},
    {"stablelm2", {qwen2}},
    {"starcoder", {R"(\p{N})", gpt2}},
    {"refact", {R"(\p{N})", gpt2}},
    {"command-r", {R"(\p{N})", gpt2}},
    {"falcon", {R"([\p{P}\$\+<=>\^~\|`]+)", gpt2, "[0-9][0-9][0-9]"}},
    {"deepseek-coder", {R"([\r\n])", R"(\s?\p{L}+)", R"(\s?\p{P}+)", han_and_hangul, R"(\p{N})"}},
    {"deepseek-llm", {R"([\r\n])", cased_letters, wide_punctuation, R"(\s+$)", han_and_hangul, R"(\p{N}+)"}},
}};

class NamedSplits final : public PreTokenizer {
 public:
  NamedSplits(const Named& named, const std::string& where) {
    for (const std::string_view expression : named.expressions) {
      if (!expression.empty()) patterns_.push_back(TextPattern::of_expression(expression, where));
    }
  }

  std::vector<AlignedText> split(const AlignedText& text) const override {
    std::vector<AlignedText> words{text};
    for (const TextPattern& pattern : patterns_) {
      std::vector<AlignedText> finer;
      for (const AlignedText& word : words) {
        std::vector<AlignedText> parts = split_by(word, pattern.parts(word.text()), SplitBehaviour::isolated);
        std::move(parts.begin(), parts.end(), std::back_inserter(finer));
      }
      words = std::move(finer);
    }
    for (AlignedText& word : words) word = spelled_in_bytes(word);
    return words;
  }

 private:
  std::vector<TextPattern> patterns_;
};

}  // namespace

std::unique_ptr<const PreTokenizer> make_gguf_pre_tokenizer(const std::string& name,
                                                            const std::string& where) {
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const Named& named) { return named.name == name; });
  if (found != known.end()) return std::make_unique<NamedSplits>(*found, where);
  std::string names;
  for (const Named& named : known) names += (names.empty() ? "" : ", ") + std::string(named.name);
  throw Error(Error::Kind::unsupported, where + " '" + printable(name, 60) + "' (known: " + names + ")");
}

}  // namespace attnscope
