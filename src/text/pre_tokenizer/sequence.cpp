// Sequence: each pre-tokenizer splits what the ones before it left.
#include "text/parts.hpp"

namespace attnscope {
namespace {

class Sequence final : public PreTokenizer {
 public:
  explicit Sequence(std::vector<std::unique_ptr<const PreTokenizer>> steps) : steps_(std::move(steps)) {}

  std::vector<AlignedText> split(const AlignedText& text) const override {
    std::vector<AlignedText> words{text};
    for (const auto& step : steps_) {
      std::vector<AlignedText> finer;
      for (const AlignedText& word : words) {
        for (AlignedText& part : step->split(word)) {
          if (!part.empty()) finer.push_back(std::move(part));
        }
      }
      words = std::move(finer);
    }
    return words;
  }

 private:
  std::vector<std::unique_ptr<const PreTokenizer>> steps_;
};

const RegisteredPart<PreTokenizer> registered{
    "Sequence", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PreTokenizer> {
      std::vector<std::unique_ptr<const PreTokenizer>> steps;
      for (const JsonNode& step : node.at("pretokenizers", where).items()) {
        steps.push_back(PartRegistry<PreTokenizer>::instance().make(step, where + ".pretokenizers"));
      }
      return std::make_unique<Sequence>(std::move(steps));
    }};

}  // namespace
}  // namespace attnscope
