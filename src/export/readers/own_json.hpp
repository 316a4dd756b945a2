// Files that attnscope wrote: docs/attention.schema.json.
#pragma once

#include <string>

#include "export/readers/given_maps.hpp"
#include "export/readers/json_tree.hpp"

namespace attnscope {

bool is_own_json(const JsonTree& tree);

/// Throws: Error(input) that names the member that is missing or of another kind; Error(unsupported) for a
/// newer schema.
GivenMaps read_own_json(JsonTree tree, const std::string& what);

}  // namespace attnscope
