// docs/variants.md and its pictures, made from the registry.
#pragma once

#include <filesystem>
#include <string>

namespace attnscope::cli {

/// The page in Markdown: every entry of every family that makes maps, in the order of the formula.
std::string variants_page();

/// Writes FOLDER/FAMILY.png for each of those families, and makes the folder where it is missing.
/// Throws: Error(output).
void write_family_pictures(const std::filesystem::path& folder);

}  // namespace attnscope::cli
