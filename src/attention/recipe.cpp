#include "attention/recipe.hpp"

#include <algorithm>

#include "attention/pattern_expression.hpp"
#include "core/error.hpp"

namespace attnscope {
namespace {

template <typename Stage>
bool is_known(std::string_view name) {
  return Registry<Stage>::instance().find(name) != nullptr;
}

template <typename Stage>
void choose_or_none(Choice<Stage>& place, const std::string& typed) {
  if (typed.empty()) return;
  place = typed == "none" && !is_known<Stage>("none") ? Choice<Stage>{} : choose<Stage>(typed);
}

template <typename Stage>
void choose_all(std::vector<Choice<Stage>>& place, const std::vector<std::string>& typed) {
  if (typed.empty()) return;
  place.clear();
  for (const std::string& one : typed) {
    if (one != "none") place.push_back(choose<Stage>(one));
  }
}

[[noreturn]] void refuse_pair(const std::string& one, const std::string& other) {
  throw Error(Error::Kind::usage, "'" + one + "' cannot be combined with '" + other + "'",
              "it makes its own weights in the place of similarity, prior, cap, pattern and normaliser");
}

void check(const Recipe& recipe) {
  if (!recipe.approximator) return;
  const std::string& name = recipe.approximator.text;
  if (!recipe.priors.empty()) refuse_pair(name, "prior " + recipe.priors.front().text);
  if (recipe.cap) refuse_pair(name, "cap " + recipe.cap.text);
  for (const Choice<Mixer>& mixer : recipe.mixers) {
    if (mixer->place() == Mixer::Place::scores) refuse_pair(name, "mixer " + mixer.text);
  }
  const bool is_plain = recipe.pattern->is_full() || recipe.pattern.text == "causal";
  if (!is_plain) refuse_pair(name, "pattern " + recipe.pattern.text);
  if (recipe.pattern.text == "causal" && !recipe.approximator->can_be_causal()) {
    throw Error(Error::Kind::usage,
                "'" + name + "' has no causal form and cannot be combined with 'pattern causal'");
  }
}

void add_unless_empty(std::vector<std::pair<std::string, std::string>>& list, std::string stage,
                      const std::string& text) {
  if (!text.empty()) list.emplace_back(std::move(stage), text);
}

}  // namespace

bool RecipeText::empty() const {
  return variant.empty() && encoding.empty() && similarity.empty() && mixers.empty() && priors.empty() &&
         cap.empty() && pattern.empty() && normaliser.empty();
}

MapClass Recipe::map_class() const {
  const bool is_causal = pattern && pattern->is_causal();
  MapClass result = approximator ? approximator->map_class(is_causal ? Approximator::Direction::causal
                                                                     : Approximator::Direction::both)
                                 : normaliser->map_class();
  for (const Choice<Mixer>& mixer : mixers) {
    if (mixer->place() == Mixer::Place::weights) result = mixer->map_class(result);
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> Recipe::describe() const {
  std::vector<std::pair<std::string, std::string>> list;
  add_unless_empty(list, "variant", variant);
  add_unless_empty(list, "encoding", encoding.text);
  if (!approximator) add_unless_empty(list, "similarity", similarity.text);
  for (const Choice<Mixer>& mixer : mixers) add_unless_empty(list, "mixer", mixer.text);
  for (const Choice<Prior>& prior : priors) add_unless_empty(list, "prior", prior.text);
  add_unless_empty(list, "cap", cap.text);
  add_unless_empty(list, "pattern", pattern.text);
  if (!approximator) add_unless_empty(list, "normaliser", normaliser.text);
  add_unless_empty(list, "approximator", approximator.text);
  return list;
}

Recipe standard_recipe() {
  Recipe recipe;
  recipe.similarity = choose<Similarity>("scaled-dot");
  recipe.pattern = choose_pattern("full");
  recipe.normaliser = choose<Normaliser>("softmax");
  return recipe;
}

Choice<Pattern> choose_pattern(std::string_view typed) {
  PatternChoice choice = parse_pattern(typed);
  return {std::move(choice.text), std::move(choice.pattern)};
}

void apply_variant(Recipe& recipe, std::string_view typed) {
  const std::string_view name = split_choice(typed).first;
  if (is_known<Variant>(name)) {
    const Choice<Variant> variant = choose<Variant>(typed);
    variant->apply(recipe);
    recipe.variant = variant.text;
  } else if (is_known<Approximator>(name)) {
    recipe.approximator = choose<Approximator>(typed);
    recipe.priors.clear();
    recipe.cap = {};
    if (!recipe.pattern->is_full() && recipe.pattern->is_causal()) recipe.pattern = choose_pattern("causal");
  } else if (is_known<Normaliser>(name)) {
    recipe.normaliser = choose<Normaliser>(typed);
  } else if (typed.find_first_of("+^(") != std::string_view::npos || is_known<Pattern>(name)) {
    recipe.pattern = choose_pattern(typed);
  } else if (is_known<Similarity>(name)) {
    recipe.similarity = choose<Similarity>(typed);
  } else if (is_known<Prior>(name)) {
    recipe.priors = {choose<Prior>(typed)};
  } else if (is_known<Mixer>(name)) {
    recipe.mixers = {choose<Mixer>(typed)};
  } else if (is_known<Encoding>(name)) {
    recipe.encoding = choose<Encoding>(typed);
  } else if (is_known<Cap>(name)) {
    recipe.cap = choose<Cap>(typed);
  } else {
    std::vector<std::string_view> known;
    for (const Family& family : families()) {
      for (const EntryInfo* entry : family.entries()) known.push_back(entry->name);
    }
    refuse_unknown(Variant::family, name, known);
  }
}

Recipe make_recipe(const Recipe& base, const RecipeText& typed) {
  Recipe recipe = base;
  if (!typed.variant.empty()) apply_variant(recipe, typed.variant);
  choose_or_none(recipe.encoding, typed.encoding);
  if (!typed.similarity.empty()) recipe.similarity = choose<Similarity>(typed.similarity);
  choose_all(recipe.mixers, typed.mixers);
  choose_all(recipe.priors, typed.priors);
  choose_or_none(recipe.cap, typed.cap);
  if (!typed.pattern.empty()) recipe.pattern = choose_pattern(typed.pattern);
  if (!typed.normaliser.empty()) recipe.normaliser = choose<Normaliser>(typed.normaliser);
  check(recipe);
  if (recipe.approximator) {
    const std::string& name = recipe.approximator.text;
    if (!typed.similarity.empty()) refuse_pair(name, "similarity " + recipe.similarity.text);
    if (!typed.normaliser.empty()) refuse_pair(name, "normaliser " + recipe.normaliser.text);
  }
  return recipe;
}

}  // namespace attnscope
