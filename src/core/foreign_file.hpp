// Files that stand where a model should be and are something else: a failed download, a pickle.
#pragma once

#include "core/file.hpp"

namespace attnscope {

/// The first `most` bytes of the file, or all of a shorter one.
std::string first_bytes(const InputFile& file, std::size_t most);

/// The path as an error shows it.
std::string shown_path(const std::filesystem::path& path);

/// Throws: Error(input) for a Git LFS pointer or an HTML page, Error(unsupported) for a PyTorch pickle.
void refuse_foreign_file(const InputFile& file);

}  // namespace attnscope
