// Names of the files that commands write.
#pragma once

#include <filesystem>
#include <string>

#include "cli/head_choice.hpp"
#include "models/model.hpp"

namespace attnscope::cli {

/// "001", "002", … for the text index 0, 1, …
std::string folder_name(Index text_index);

/// "layer4-head0", or "cross-layer4-head0" for the decoder's attentions; "-part1" where a head has several
/// maps.
std::string map_name(AttentionSite::Kind kind, LayerHead head, Index part);

}  // namespace attnscope::cli
