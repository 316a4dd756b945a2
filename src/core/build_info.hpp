// What the build knows: the version, how it was built, and where the data folder is.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace attnscope {

std::string_view version();

/// Compiler, build type and sanitizers, for reports of faults: "C++ compiler GNU 12.2.0, Release build".
std::string build_options();

/// The folder with models, vectors, sentences and corpora: `ATTNSCOPE_DATA`, else `share/attnscope` beside the
/// program's `bin`, else the source tree. Throws: Error(input) when there is none.
std::filesystem::path data_folder();

}  // namespace attnscope
