// BertPreTokenizer: words between white space, with every punctuation mark apart.
#include "core/utf8.hpp"
#include "text/parts.hpp"
#include "text/unicode.hpp"

namespace attnscope {
namespace {

class Bert final : public PreTokenizer {
 public:
  std::vector<AlignedText> split(const AlignedText& text) const override {
    std::vector<AlignedText> words;
    const std::string& bytes = text.text();
    std::size_t word_start = 0;
    const auto end_word = [&](std::size_t end) {
      if (end > word_start) words.push_back(text.part(word_start, end - word_start));
    };
    for (std::size_t place = 0; place < bytes.size();) {
      const std::size_t start = place;
      const char32_t point = next_code_point(bytes, place);
      if (is_white_space(point)) {
        end_word(start);
        word_start = place;
      } else if (is_punctuation(point)) {
        end_word(start);
        word_start = start;
        end_word(place);
        word_start = place;
      }
    }
    end_word(bytes.size());
    return words;
  }
};

const RegisteredPart<PreTokenizer> registered{
    "BertPreTokenizer", [](const JsonNode&, const std::string&) -> std::unique_ptr<const PreTokenizer> {
      return std::make_unique<Bert>();
    }};

}  // namespace
}  // namespace attnscope
