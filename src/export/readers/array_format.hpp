// The family of file formats from which matrices of other programs are read.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/npy.hpp"

namespace attnscope {

/// A file of arrays: numbers, and lists of texts that may label them.
class ArrayFile {
 public:
  struct Entry {
    std::string name;  ///< empty where the format has no names
    std::vector<Index> shape;
    bool is_text = false;
  };

  virtual ~ArrayFile() = default;
  virtual std::vector<Entry> entries() const = 0;
  /// Requires: an entry of that name and kind. Throws: Error.
  virtual FloatArray numbers(const std::string& name) const = 0;
  virtual std::vector<std::string> texts(const std::string& name) const = 0;
};

class ArrayFormat {
 public:
  static constexpr std::string_view family = "array-format";

  virtual ~ArrayFormat() = default;
  /// By the first bytes, or where those say nothing by the name.
  virtual bool matches(std::string_view first_bytes, const std::filesystem::path& path) const = 0;
  virtual std::unique_ptr<const ArrayFile> open(const std::filesystem::path& path) const = 0;
};

/// Throws: Error(input) for a broken file, Error(unsupported) for an unknown format.
std::unique_ptr<const ArrayFile> open_arrays(const std::filesystem::path& path);

/// The numbers called `name`; with an empty name the only ones in the file.
/// Throws: Error(input) that lists the names when there is none such, or more than one.
FloatArray read_array(const std::filesystem::path& path, const std::string& name = {});

/// The name that `read_array` would read. `wanted` may be empty.
std::string choose_array(const ArrayFile& file, const std::string& wanted, const std::filesystem::path& path);

}  // namespace attnscope
