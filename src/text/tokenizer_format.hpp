// The files that tokenizers come in: one entry each, in text/tokenizer_format.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "core/registry.hpp"
#include "text/tokenizer.hpp"

namespace attnscope {

class TokenizerFormat {
 public:
  static constexpr std::string_view family = "tokenizer";
  virtual ~TokenizerFormat() = default;

  /// Of several formats in one folder the one with the lowest rank is read.
  virtual int rank() const = 0;
  /// The file of this format in a model folder, or nothing.
  virtual std::optional<std::filesystem::path> find(const std::filesystem::path& folder) const = 0;
  /// Throws: Error(input) for a broken file, Error(unsupported) for a part that this program does not know.
  virtual std::unique_ptr<const Tokenizer> load(const std::filesystem::path& file) const = 0;
};

/// `folder / name` where there is such a file.
std::optional<std::filesystem::path> file_in(const std::filesystem::path& folder, std::string_view name);

/// No file of a tokenizer is larger: the largest published ones have 33 MB.
inline constexpr std::uint64_t most_tokenizer_bytes = std::uint64_t{256} << 20U;

}  // namespace attnscope
