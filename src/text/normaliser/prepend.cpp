// Prepend: a text before every text that is not empty.
#include "text/parts.hpp"

namespace attnscope {
namespace {

constexpr std::size_t most_bytes = 4096;

class Prepend final : public TextNormaliser {
 public:
  explicit Prepend(std::string prefix) : prefix_(std::move(prefix)) {}

  AlignedText normalise(const AlignedText& text) const override {
    return text.empty() ? text : text.with_prefix(prefix_);
  }

 private:
  std::string prefix_;
};

const RegisteredPart<TextNormaliser> registered{
    "Prepend", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const TextNormaliser> {
      const std::string prefix = node.at("prepend", where).text(where + ".prepend");
      if (prefix.size() > most_bytes) {
        throw Error(Error::Kind::input, where + ".prepend: " + std::to_string(prefix.size()) +
                                            " bytes, expected at most " + std::to_string(most_bytes));
      }
      return std::make_unique<Prepend>(prefix);
    }};

}  // namespace
}  // namespace attnscope
