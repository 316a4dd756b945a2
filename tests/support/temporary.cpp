// Folders are made by mkdtemp under the system's temporary folder.
#include "support/temporary.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace attnscope {

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "attnscope-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryFolder::write(const std::string& name, std::string_view bytes) const {
  const std::filesystem::path path = path_ / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
  return path;
}

std::string without_folder(const std::string& text, const TemporaryFolder& folder) {
  std::string result = text;
  const std::string prefix = folder.path().string() + "/";
  for (std::size_t place = result.find(prefix); place != std::string::npos; place = result.find(prefix)) {
    result.erase(place, prefix.size());
  }
  return result;
}

}  // namespace attnscope
