// Sequence: normalisers one after the other.
#include "text/normaliser/sequence.hpp"

#include <utility>

#include "text/growth.hpp"

namespace attnscope {
namespace {

class Sequence final : public TextNormaliser {
 public:
  Sequence(std::vector<std::unique_ptr<const TextNormaliser>> steps, std::string where)
      : steps_(std::move(steps)), where_(std::move(where)) {}

  AlignedText normalise(const AlignedText& text) const override {
    AlignedText result = text;
    for (const auto& step : steps_) {
      result = step->normalise(result);
      check_growth(text.size(), result.size(), where_);
    }
    return result;
  }

 private:
  std::vector<std::unique_ptr<const TextNormaliser>> steps_;
  std::string where_;
};

const RegisteredPart<TextNormaliser> registered{
    "Sequence", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const TextNormaliser> {
      std::vector<std::unique_ptr<const TextNormaliser>> steps;
      for (const JsonNode& step : node.at("normalizers", where).items()) {
        steps.push_back(PartRegistry<TextNormaliser>::instance().make(step, where + ".normalizers"));
      }
      return make_normaliser_sequence(std::move(steps), where);
    }};

}  // namespace

std::unique_ptr<const TextNormaliser> make_normaliser_sequence(
    std::vector<std::unique_ptr<const TextNormaliser>> steps, const std::string& where) {
  return std::make_unique<Sequence>(std::move(steps), where);
}

}  // namespace attnscope
