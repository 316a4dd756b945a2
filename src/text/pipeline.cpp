// Order of work: cut out added tokens, normalise what lies between, cut out added tokens again, split into
// words, split words into pieces, put the template around.
#include "text/pipeline.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "text/growth.hpp"
#include "text/text_stretch.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

AlignedText normalise(const PipelineParts& parts, const AlignedText& text) {
  if (!parts.normaliser) return text;
  AlignedText result = parts.normaliser->normalise(text);
  check_growth(text.size(), result.size(), parts.origin + ": normalizer");
  return result;
}

std::vector<AddedToken> added_tokens(const PipelineParts& parts, bool is_normalised) {
  std::vector<AddedToken> tokens;
  for (AddedToken token : parts.added_tokens) {
    if (token.is_normalised != is_normalised) continue;
    if (is_normalised && !token.text.empty())
      token.text = normalise(parts, AlignedText(token.text, 0)).text();
    tokens.push_back(std::move(token));
  }
  return tokens;
}

/// A token before it is labelled, and what its spans are trimmed by.
struct Draft {
  Token token;
  std::string spelled = {};  // by an added token that took spaces with it: they belong to its span
};

Index count_leading_spaces(std::string_view spelled) {
  constexpr char32_t spelled_space = 0x120;
  Index count = 0;
  for (std::size_t place = 0; place < spelled.size(); ++count) {
    const char32_t point = next_code_point(spelled, place);
    if (point != spelled_space && !is_white_space(point)) break;
  }
  return count;
}

Index count_trailing_spaces(std::string_view spelled) {
  Index count = 0;
  for (std::size_t place = 0; place < spelled.size();) {
    std::size_t next = place;
    next_code_point(spelled, next);
    count = count_leading_spaces(spelled.substr(place, next - place)) > 0 ? count + 1 : 0;
    place = next;
  }
  return count;
}

Index count_characters(std::string_view text) {
  Index count = 0;
  for (std::size_t place = 0; place < text.size(); ++count) next_code_point(text, place);
  return count;
}

/// Leaves out of the span as many spaces at its ends as the piece spells there; a space that a rule put in
/// has none.
void trim_span(Token& token, std::string_view spelled, bool keeps_first_space, std::string_view text) {
  Index leading = count_leading_spaces(spelled);
  Index trailing = count_trailing_spaces(spelled);
  const bool is_only_spaces = leading == count_characters(spelled);
  if (leading == 1 && keeps_first_space) leading = 0;  // more than one: the text has them
  for (; leading > 0 && token.begin < token.end; --leading) {
    std::size_t next = token.begin;
    if (!is_white_space(next_code_point(text, next)) && !is_only_spaces) break;
    token.begin = next;
  }
  if (is_only_spaces) token.end = token.begin;
  for (; trailing > 0 && token.begin < token.end; --trailing) {
    std::size_t start = token.end - 1;
    while (start > token.begin && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
    std::size_t next = start;
    if (!is_white_space(next_code_point(text, next))) break;
    token.end = start;
  }
}

class Pipeline final : public PlainTokenizer {
 public:
  explicit Pipeline(PipelineParts parts)
      : parts_(std::move(parts)),
        raw_finder_(added_tokens(parts_, false)),
        normalised_finder_(added_tokens(parts_, true)) {}

  std::vector<Token> tokens_of(std::string_view text) const override {
    check_alignable(text);
    std::vector<Draft> drafts;
    Index words = 0;
    for (const AddedTokenPart& part : raw_finder_.parts(text)) {
      const std::string_view stretch = text.substr(part.begin, part.end - part.begin);
      if (part.token == nullptr) {
        add_plain(AlignedText(stretch, part.begin), words, drafts);
      } else {
        add_added(*part.token, {part.begin, part.end}, stretch, words, drafts);
      }
    }
    if (parts_.around.trims_spaces) trim_spans(drafts, text);
    std::vector<Token> tokens;
    tokens.reserve(drafts.size());
    for (Draft& draft : drafts) tokens.push_back(std::move(draft.token));
    return tokens;
  }

  Index vocabulary_size() const override {
    Index size = parts_.model->vocabulary_size();
    for (const AddedToken& token : parts_.added_tokens) size = std::max(size, token.id + 1);
    return size;
  }

  std::string describe() const override { return parts_.model->describe() + ", " + parts_.origin; }

 private:
  void add_plain(const AlignedText& original, Index& words, std::vector<Draft>& drafts) const {
    const AlignedText text = normalise(parts_, original);
    for (const AddedTokenPart& part : normalised_finder_.parts(text.text())) {
      const AlignedText stretch = text.part(part.begin, part.end - part.begin);
      if (part.token == nullptr) {
        add_words(stretch, words, drafts);
      } else {
        const Span span = stretch.span(0, stretch.size());
        add_added(*part.token, {span.begin, span.end}, stretch.text(), words, drafts);
      }
    }
  }

  void add_added(const AddedToken& added, const TextStretch& stretch, std::string_view spelled, Index& words,
                 std::vector<Draft>& drafts) const {
    const std::string_view piece =
        added.id < parts_.model->vocabulary_size() ? parts_.model->piece(added.id) : "";
    drafts.push_back({.token = {.text = piece.empty() ? added.text : std::string(piece),
                                .id = added.id,
                                .begin = stretch.begin,
                                .end = stretch.end,
                                .word = words++},
                      .spelled = std::string(spelled)});
  }

  void add_words(const AlignedText& text, Index& words, std::vector<Draft>& drafts) const {
    const std::vector<AlignedText> split =
        parts_.pre_tokenizer ? parts_.pre_tokenizer->split(text) : std::vector<AlignedText>{text};
    for (const AlignedText& word : split) {
      if (word.empty()) continue;
      for (const Piece& piece : parts_.model->split(word.text())) {
        const Span span = word.span(piece.first, piece.count);
        drafts.push_back({.token = {.text = std::string(parts_.model->piece(piece.id)),
                                    .id = piece.id,
                                    .begin = span.begin,
                                    .end = span.end,
                                    .word = words,
                                    .unknown = piece.is_unknown}});
      }
      ++words;
    }
  }

  void trim_spans(std::vector<Draft>& drafts, std::string_view text) const {
    bool is_first = true;
    for (Draft& draft : drafts) {
      Token& token = draft.token;
      const std::string& spelled = draft.spelled.empty() ? token.text : draft.spelled;
      const bool may_be_inserted = parts_.around.keeps_first_space && (is_first || token.begin == 0);
      trim_span(token, spelled, may_be_inserted, text);
      is_first = false;
    }
  }

  PipelineParts parts_;
  AddedTokenFinder raw_finder_;
  AddedTokenFinder normalised_finder_;
};

}  // namespace

std::unique_ptr<const Tokenizer> make_pipeline(PipelineParts parts) {
  TokenizerParts whole{.around = parts.around, .spelling = parts.spelling};
  whole.plain = std::make_unique<Pipeline>(std::move(parts));
  return make_tokenizer(std::move(whole));
}

}  // namespace attnscope
