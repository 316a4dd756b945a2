// The family of weight-file formats.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "models/weight_format/weights.hpp"

namespace attnscope {

/// What a file looks like from outside.
struct FileStart {
  std::filesystem::path path;
  std::string bytes;       ///< the first of them, at most 4096
  std::uint64_t size = 0;  ///< of the file
};

/// A format of weight files.
class WeightFormat {
 public:
  static constexpr std::string_view family = "weight-format";
  /// How sure a format is that a file is its own; what the bytes say counts more than the name.
  enum class Match { no, by_name, by_content };

  virtual ~WeightFormat() = default;
  virtual Match match(const FileStart& start) const = 0;
  /// Reads and checks the headers. Throws: as `open_weights`.
  virtual std::unique_ptr<const Weights> open(const std::filesystem::path& path) const = 0;
};

}  // namespace attnscope
