#include "support/paths.hpp"

namespace attnscope {

std::filesystem::path program_path() { return ATTNSCOPE_BINARY; }
std::filesystem::path data_path() { return ATTNSCOPE_DATA_DIR; }
std::filesystem::path golden_path() { return ATTNSCOPE_GOLDEN_DIR; }

}  // namespace attnscope
