// What the build knows: the version, and where the data folder is.
#pragma once

#include <filesystem>
#include <string_view>

namespace attnscope {

std::string_view version();

/// The folder with models, vectors, sentences and corpora: `ATTNSCOPE_DATA`, else `share/attnscope` beside the
/// program's `bin`, else the source tree. Throws: Error(input) when there is none.
std::filesystem::path data_folder();

}  // namespace attnscope
