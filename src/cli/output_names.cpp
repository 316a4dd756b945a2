#include "cli/output_names.hpp"

namespace attnscope::cli {

std::string folder_name(Index text_index) {
  std::string digits = std::to_string(text_index + 1);
  return digits.size() < 3 ? std::string(3 - digits.size(), '0') + digits : digits;
}

std::string map_name(AttentionSite::Kind kind, LayerHead head, Index part) {
  std::string name = kind == AttentionSite::Kind::self ? "" : std::string(name_of(kind)) + "-";
  name += "layer" + std::to_string(head.layer) + "-head" + std::to_string(head.head);
  return part > 0 ? name + "-part" + std::to_string(part) : name;
}

}  // namespace attnscope::cli
