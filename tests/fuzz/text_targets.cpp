// Tokenizers and what they are run on: files of text, treebanks, coreference.
#include <array>

#include "core/registry.hpp"
#include "fuzz/fuzz_target.hpp"
#include "text/conll_coreference.hpp"
#include "text/conllu.hpp"
#include "text/gap.hpp"
#include "text/sentence_file.hpp"
#include "text/tokenizer_format.hpp"
#include "text/winobias.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

/// Loads as one format, and tokenises texts that reach every kind of rule.
void use_tokenizer(const char* format, const Path& path) {
  const auto tokenizer = Registry<TokenizerFormat>::instance().make(format)->load(path);
  constexpr std::array<std::string_view, 3> texts{
      "The cat's  3 hats\n\tweren't [MASK]<s>.",
      "Cafe\u0301 \uAC00 \u4ECA\u5929 \U0001F469\u200D\U0001F680\uFF21", ""};
  for (const std::string_view text : texts) (void)tokenizer->encode_pair(text, texts[0]);
}

const FuzzTarget tokenizer_json{"tokenizer-json",
                                [](const Path& path) { use_tokenizer("tokenizer-json", path); }};
const FuzzTarget vocab_txt{"vocab-txt", [](const Path& path) { use_tokenizer("vocab-txt", path); }};
const FuzzTarget sentencepiece{"sentencepiece",
                               [](const Path& path) { use_tokenizer("sentencepiece", path); }};
const FuzzTarget llama2c{"llama2c-tokenizer", [](const Path& path) { use_tokenizer("llama2c", path); }};
const FuzzTarget conllu{"conllu", [](const Path& path) { (void)read_conllu(path); }};
const FuzzTarget coreference{"coreference", [](const Path& path) { (void)read_conll_coreference(path); }};
const FuzzTarget gap{"gap", [](const Path& path) { (void)read_gap(path); }};
const FuzzTarget winobias{"winobias", [](const Path& path) { (void)read_winobias(path); }};
const FuzzTarget sentences{"sentences", [](const Path& path) {
                             (void)read_sentences(path);
                             (void)read_sentences(path, {.invalid_utf8 = InvalidUtf8::replace});
                           }};

}  // namespace
}  // namespace attnscope
