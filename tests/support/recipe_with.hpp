// The standard recipe with one stage replaced, by the stage's type.
#pragma once

#include <string>

#include "attention/recipe.hpp"

namespace attnscope {

template <typename Stage>
Recipe recipe_with(std::string_view typed) {
  const std::string text(typed);
  if constexpr (std::is_same_v<Stage, Similarity>)
    return make_recipe(standard_recipe(), {.similarity = text});
  if constexpr (std::is_same_v<Stage, Prior>) return make_recipe(standard_recipe(), {.priors = {text}});
  if constexpr (std::is_same_v<Stage, Pattern>) return make_recipe(standard_recipe(), {.pattern = text});
  if constexpr (std::is_same_v<Stage, Normaliser>)
    return make_recipe(standard_recipe(), {.normaliser = text});
  if constexpr (std::is_same_v<Stage, Mixer>) return make_recipe(standard_recipe(), {.mixers = {text}});
  if constexpr (std::is_same_v<Stage, Encoding>) return make_recipe(standard_recipe(), {.encoding = text});
  if constexpr (std::is_same_v<Stage, Cap>) return make_recipe(standard_recipe(), {.cap = text});
}

}  // namespace attnscope
