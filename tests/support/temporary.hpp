// A folder for the files that one test writes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace attnscope {

/// An empty folder that disappears with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file (and its folders) and returns its path.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const;

 private:
  std::filesystem::path path_;
};

/// `text` with every mention of the folder's path, and the slash after it, left out.
std::string without_folder(const std::string& text, const TemporaryFolder& folder);

/// "message | hint" of the Error that `work` throws, "message" without a hint, or "no error". The folder is
/// left out.
template <typename Work>
std::string message_of(const TemporaryFolder& folder, const Work& work);

}  // namespace attnscope

#include "core/error.hpp"

template <typename Work>
std::string attnscope::message_of(const TemporaryFolder& folder, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return without_folder(error.what() + (error.hint().empty() ? "" : " | " + error.hint()), folder);
  }
  return "no error";
}
