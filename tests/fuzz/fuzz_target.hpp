// Readers that are given arbitrary bytes. A target is known once its file holds a FuzzTarget constant.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

struct FuzzTarget {
  std::string_view name;  ///< of the folder under tests/fuzz/seeds too
  /// Reads the file to its end. May throw Error and nothing else.
  void (*read)(const std::filesystem::path& path);

  FuzzTarget(std::string_view target_name, void (*read_file)(const std::filesystem::path& path));
};

/// By name.
std::vector<const FuzzTarget*> fuzz_targets();

/// Gives the bytes to the target as a file in memory. An Error is caught; everything else goes through.
/// Returns whether the bytes were accepted.
bool feed(const FuzzTarget& target, std::string_view bytes);

}  // namespace attnscope
