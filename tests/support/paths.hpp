// Where the tests find the program, its data and the golden files.
#pragma once

#include <filesystem>

namespace attnscope {

std::filesystem::path program_path();
std::filesystem::path data_path();
std::filesystem::path golden_path();

}  // namespace attnscope
