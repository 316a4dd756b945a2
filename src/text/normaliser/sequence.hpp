// Normalisers one after the other, for files other than tokenizer.json.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "text/parts.hpp"

namespace attnscope {

/// `where` names them in errors.
std::unique_ptr<const TextNormaliser> make_normaliser_sequence(
    std::vector<std::unique_ptr<const TextNormaliser>> steps, const std::string& where);

}  // namespace attnscope
