// Maps that were read from a file, in the form in which commands have those that were computed.
#pragma once

#include "cli/source.hpp"
#include "export/readers/given_maps.hpp"

namespace attnscope::cli {

struct GivenText {
  SourceInfo info;
  TextMaps text;
  std::string source;                 ///< where the text came from, as the file says it
  std::vector<std::string> warnings;  ///< sentences for the user
};

GivenText to_text_maps(GivenMaps given);

}  // namespace attnscope::cli
