// "Did you mean": the nearest of some known words to one that was typed.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace attnscope {

/// Letters to insert, delete, replace or swap with a neighbour to turn one word into the other.
std::size_t edit_distance(std::string_view from, std::string_view to);

/// "did you mean 'x'?" with the nearest known word, or "" when none is near.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> known);

}  // namespace attnscope
