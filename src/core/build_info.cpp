#include "core/build_info.hpp"

#include <cstdlib>
#include <system_error>

#include "core/error.hpp"

namespace attnscope {

std::string_view version() { return ATTNSCOPE_VERSION; }

std::string build_options() {
  std::string options = "C++ compiler " ATTNSCOPE_COMPILER ", " ATTNSCOPE_BUILD_TYPE " build";
  const std::string sanitizers = ATTNSCOPE_SANITIZERS;
  return sanitizers.empty() ? options : options + ", sanitizers " + sanitizers;
}

std::filesystem::path data_folder() {
  std::error_code ignored;
  if (const char* given = std::getenv("ATTNSCOPE_DATA"); given != nullptr && *given != '\0') {
    if (std::filesystem::is_directory(given, ignored)) return given;
    throw Error(Error::Kind::input, "ATTNSCOPE_DATA: expected a folder, found '" + std::string(given) + "'");
  }
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::filesystem::path installed = program.parent_path().parent_path() / ATTNSCOPE_INSTALL_DATA_DIR;
  if (std::filesystem::is_directory(installed, ignored)) return installed;
  if (std::filesystem::is_directory(ATTNSCOPE_SOURCE_DATA_DIR, ignored)) return ATTNSCOPE_SOURCE_DATA_DIR;
  throw Error(Error::Kind::input, "no data folder: looked at " + installed.string() + " and " ATTNSCOPE_SOURCE_DATA_DIR,
              "set ATTNSCOPE_DATA to the folder that holds models/mini");
}

}  // namespace attnscope
