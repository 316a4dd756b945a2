// The Precompiled normaliser, made from a map: for files other than tokenizer.json.
#pragma once

#include <memory>
#include <string>

#include "text/character_map.hpp"
#include "text/parts.hpp"

namespace attnscope {

std::unique_ptr<const TextNormaliser> make_precompiled(CharacterMap map, const std::string& where);

}  // namespace attnscope
