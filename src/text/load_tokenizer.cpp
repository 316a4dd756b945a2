// Finds a model's tokenizer among the files of its folder.
#include "text/tokenizer_format.hpp"

namespace attnscope {

std::optional<std::filesystem::path> file_in(const std::filesystem::path& folder, std::string_view name) {
  const std::filesystem::path path = folder / name;
  return std::filesystem::exists(path) ? std::optional(path) : std::nullopt;
}

std::unique_ptr<const Tokenizer> load_tokenizer(const std::filesystem::path& model_folder) {
  std::unique_ptr<const TokenizerFormat> best;
  std::filesystem::path file;
  for (const auto& entry : Registry<TokenizerFormat>::instance().entries()) {
    auto format = entry.make(Settings(entry.name, entry.settings, ""));
    const auto found = format->find(model_folder);
    if (!found || (best && best->rank() <= format->rank())) continue;
    best = std::move(format);
    file = *found;
  }
  return best ? best->load(file) : nullptr;
}

}  // namespace attnscope
