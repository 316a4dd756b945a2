// The post_processor of a tokenizer.json as a template.
#pragma once

#include <string>

#include "core/json_tree.hpp"
#include "text/token_template.hpp"

namespace attnscope {

/// Nothing around the texts.
TokenTemplate bare_template();

/// Throws: Error(input) for a broken node, Error(unsupported) for an unknown type.
TokenTemplate read_template(const JsonNode& node, const std::string& where);

}  // namespace attnscope
