// A recipe: one choice for each stage of attention.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attention/stages.hpp"

namespace attnscope {

/// A stage and the text "name:key=value,…" that makes it again, with every setting written out.
template <typename Stage>
struct Choice {
  std::string text;
  std::shared_ptr<const Stage> stage;

  explicit operator bool() const { return stage != nullptr; }
  const Stage* operator->() const { return stage.get(); }
};

/// Makes the stage that `typed` asks for. Throws: Error(usage).
template <typename Stage>
Choice<Stage> choose(std::string_view typed) {
  const auto [name, values] = split_choice(typed);
  const Entry<Stage>& entry = Registry<Stage>::instance().at(name);
  const Settings settings(name, entry.settings, values);
  const std::string text = settings.to_text();
  return {std::string(name) + (text.empty() ? "" : ":" + text), entry.make(settings)};
}

/// weights = normalise( cap( mix( similarity( encode(Q, K) ) ) + priors ), where the pattern allows ), mixed
/// again; or what the approximator makes in the place of all that.
struct Recipe {
  std::string variant = {};        ///< the name it was chosen by, or empty
  Choice<Encoding> encoding = {};  ///< none if empty
  Choice<Similarity> similarity = {};
  std::vector<Choice<Mixer>> mixers = {};
  std::vector<Choice<Prior>> priors = {};
  Choice<Cap> cap = {};  ///< none if empty
  Choice<Pattern> pattern = {};
  Choice<Normaliser> normaliser = {};
  Choice<Approximator> approximator = {};  ///< none if empty

  /// Class of the maps it makes.
  MapClass map_class() const;
  /// Stage and text of every choice, in order of work.
  std::vector<std::pair<std::string, std::string>> describe() const;
};

/// Scaled dot product, every pair, softmax.
Recipe standard_recipe();

/// The stages as a user types them; empty ones keep the base's choice, and "none" removes an optional stage.
struct RecipeText {
  std::string variant = {};
  std::string encoding = {};
  std::string similarity = {};
  std::vector<std::string> mixers = {};
  std::vector<std::string> priors = {};
  std::string cap = {};
  std::string pattern = {};
  std::string normaliser = {};

  bool empty() const;
};

/// The base with the typed choices in place: first the variant, then single stages.
/// Throws: Error(usage) for unknown names or settings, or stages that cannot be combined (both are named).
Recipe make_recipe(const Recipe& base, const RecipeText& typed);

/// Sets what `typed` names in the recipe: a variant, or else an approximator, normaliser, pattern,
/// similarity, prior, mixer, encoding or cap of that name. Throws: Error(usage).
void apply_variant(Recipe& recipe, std::string_view typed);

Choice<Pattern> choose_pattern(std::string_view typed);

}  // namespace attnscope
