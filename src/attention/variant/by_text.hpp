// Variants that are nothing but stages with a name.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "attention/recipe.hpp"

namespace attnscope {

/// Sets the stages of a text. A model that hides the future goes on hiding it.
class TextVariant final : public Variant {
 public:
  explicit TextVariant(RecipeText text) : text_(std::move(text)) {}

  void apply(Recipe& recipe) const override {
    const bool hides_the_future = !recipe.pattern->is_full() && recipe.pattern->is_causal();
    recipe.approximator = {};
    recipe = make_recipe(recipe, text_);
    if (hides_the_future && !recipe.pattern->is_causal()) {
      recipe.pattern =
          choose_pattern(recipe.pattern->is_full() ? "causal" : "causal^(" + recipe.pattern.text + ")");
    }
  }

 private:
  RecipeText text_;
};

inline std::unique_ptr<const Variant> variant_of(RecipeText text) {
  return std::make_unique<TextVariant>(std::move(text));
}

}  // namespace attnscope
