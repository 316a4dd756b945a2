// What `--model` names: where a model lies on this computer.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace attnscope {

struct LocatedModel {
  std::filesystem::path path;  ///< a folder or a file
  std::string name;            ///< short, for titles: "mini", "google-bert/bert-base-uncased"
};

/// In this order: the built-in model "mini"; a file or folder of that path; a model in the Hugging Face
/// cache, as `ID` (its main branch) or `ID@REVISION`. Nothing is fetched. Throws: Error(input) that says
/// where it looked, and what is missing of an incomplete download.
LocatedModel locate_model(std::string_view typed);

}  // namespace attnscope
