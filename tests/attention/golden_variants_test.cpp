// Every row of tests/golden/variants: a recipe on given queries and keys makes these weights, to six
// decimals.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "attention/engine.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"

using namespace attnscope;

namespace {

Matrix matrix_of(const nlohmann::json& rows) {
  Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index col = 0; col < matrix.cols(); ++col) {
      matrix(row, col) =
          rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(col)).get<float>();
    }
  }
  return matrix;
}

/// A matrix, or a list of them, one a head.
std::vector<Matrix> heads_of(const nlohmann::json& value) {
  if (value.front().front().is_number()) return {matrix_of(value)};
  std::vector<Matrix> heads;
  for (const nlohmann::json& head : value) heads.push_back(matrix_of(head));
  return heads;
}

RecipeText text_of(const nlohmann::json& recipe) {
  return {.variant = recipe.value("variant", ""),
          .encoding = recipe.value("encoding", ""),
          .similarity = recipe.value("similarity", ""),
          .mixers = recipe.value("mixer", std::vector<std::string>{}),
          .priors = recipe.value("prior", std::vector<std::string>{}),
          .cap = recipe.value("cap", ""),
          .pattern = recipe.value("pattern", ""),
          .normaliser = recipe.value("normaliser", "")};
}

/// Names of the stages and of the variant that a golden row uses, as "family name".
void note_names(const Recipe& recipe, std::set<std::string>& names) {
  for (const auto& [family, text] : recipe.describe()) {
    std::string rest = text;  // a pattern may be an expression of several
    for (char& letter : rest)
      letter = std::string_view("+^()").find(letter) != std::string_view::npos ? ' ' : letter;
    std::istringstream parts(rest);
    for (std::string part; parts >> part;) names.insert(family + " " + std::string(split_choice(part).first));
  }
}

template <typename Stage>
void check_all_are_in(const std::set<std::string>& names) {
  for (const auto& entry : Registry<Stage>::instance().entries()) {
    CAPTURE(entry.name);
    CHECK(names.contains(std::string(Stage::family) + " " + std::string(entry.name)));
  }
}

Matrix weights_of(const nlohmann::json& file, const nlohmann::json& golden) {
  const std::vector<Matrix> q = heads_of(golden.value("q", file.at("q")));
  const std::vector<Matrix> k = heads_of(golden.value("k", file.at("k")));
  Parameters parameters;
  const nlohmann::json given = golden.value("parameters", nlohmann::json::object());
  for (const auto& [name, value] : given.items()) {
    parameters.give(name, matrix_of(value), "golden file");
  }
  Layer layer;
  layer.index = golden.value("layer", Index{0});
  layer.q.assign(q.begin(), q.end());
  layer.k.assign(k.begin(), k.end());
  layer.parameters = &parameters;
  ThreadPool pool(1);
  const Recipe recipe = make_recipe(standard_recipe(), text_of(golden.at("recipe")));
  const std::vector<Index> heads{golden.value("head", Index{0})};
  LayerMemory memory;
  for (Index below = golden.value("equal_layers_below", Index{0}); below > 0; --below) {
    compute_maps(recipe, layer, heads, &memory, pool);
    ++layer.index;
  }
  return compute_maps(recipe, layer, heads, &memory, pool).front().weights;
}

}  // namespace

TEST_CASE("recipes make the golden weights to six decimals", "[golden][variant]") {
  Index cases = 0;
  for (const auto& path : std::filesystem::directory_iterator(golden_path() / "variants")) {
    if (path.path().extension() != ".json") continue;
    std::ifstream stream(path.path());
    const nlohmann::json file = nlohmann::json::parse(stream);
    for (const nlohmann::json& golden : file.at("cases")) {
      CAPTURE(path.path().filename().string(), golden.at("case").get<std::string>());
      const Matrix expected = matrix_of(golden.at("weights"));
      const Matrix found = weights_of(file, golden);
      REQUIRE(found.rows() == expected.rows());
      REQUIRE(found.cols() == expected.cols());
      for (Index query = 0; query < found.rows(); ++query) {
        for (Index key = 0; key < found.cols(); ++key) {
          CAPTURE(query, key);
          CHECK(found(query, key) == Approx(expected(query, key)).margin(1.1e-6).epsilon(0));
        }
      }
      ++cases;
    }
  }
  CHECK(cases > 25);
}

TEST_CASE("every stage has a golden row", "[golden][variant]") {
  std::set<std::string> names;
  for (const auto& path : std::filesystem::directory_iterator(golden_path() / "variants")) {
    if (path.path().extension() != ".json") continue;
    std::ifstream stream(path.path());
    const nlohmann::json file = nlohmann::json::parse(stream);
    for (const nlohmann::json& golden : file.at("cases")) {
      note_names(make_recipe(standard_recipe(), text_of(golden.at("recipe"))), names);
    }
  }
  check_all_are_in<Encoding>(names);
  check_all_are_in<Similarity>(names);
  check_all_are_in<Mixer>(names);
  check_all_are_in<Prior>(names);
  check_all_are_in<Cap>(names);
  check_all_are_in<Pattern>(names);
  check_all_are_in<Normaliser>(names);
}
