// What the registry tells of an entry, in words: the same for the terminal and for docs/variants.md.
#pragma once

#include <string>
#include <string_view>

#include "core/registry.hpp"

namespace attnscope::cli {

/// The class of the maps that the entry makes in an otherwise standard recipe; empty for families whose
/// entries do not change the class.
std::string class_of_entry(std::string_view family, std::string_view name);

/// "radius=2": a setting with its default.
std::string choice_of(const Setting& setting);

/// "keys to each side (keys)", with the allowed words where there are few.
std::string meaning_of(const Setting& setting);

}  // namespace attnscope::cli
