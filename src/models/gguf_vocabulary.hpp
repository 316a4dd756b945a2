// The tokenizer of a GGUF file, from its metadata.
#pragma once

#include <memory>
#include <string>

#include "models/weight_format/metadata.hpp"
#include "text/tokenizer.hpp"

namespace attnscope {

/// Null where the metadata holds no vocabulary. `origin` names the file.
/// Throws: Error(input), Error(unsupported).
std::unique_ptr<const Tokenizer> tokenizer_of(const Metadata& metadata, const std::string& origin);

}  // namespace attnscope
