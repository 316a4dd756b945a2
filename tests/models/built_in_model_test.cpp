// The built-in model against the attention and hidden states of an independent implementation.
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/golden_attention.hpp"
#include "support/paths.hpp"

using namespace attnscope;

namespace {

constexpr double tolerance = 1e-5;

std::filesystem::path mini_path() {
  return data_path() / "models" / "mini";
}

std::vector<std::vector<Index>> golden_ids() {
  std::ifstream file(golden_path() / "mini" / "tokens.json");
  std::vector<std::vector<Index>> texts;
  for (const auto& text : nlohmann::json::parse(file))
    texts.push_back(text.at("ids").get<std::vector<Index>>());
  return texts;
}

}  // namespace

TEST_CASE("the built-in model gives the attention of the reference on eight texts", "[models]") {
  const auto model = Model::load(mini_path());
  const NpzReader golden(golden_path() / "mini" / "golden.npz");
  const auto texts = golden_ids();
  REQUIRE(texts.size() == 8);
  for (std::size_t text = 0; text < texts.size(); ++text) {
    CAPTURE(text);
    const std::vector<float> expected = golden.floats("weights_" + std::to_string(text)).numbers;
    CHECK(largest_difference(weights_of(*model, {.ids = texts[text]}).self, expected) < tolerance);
  }
}

TEST_CASE("the built-in model gives the hidden states of the reference", "[models]") {
  const auto model = Model::load(mini_path());
  const FloatArray golden = NpzReader(golden_path() / "mini" / "golden.npz").floats("hidden_0");
  const std::vector<Index> ids = golden_ids().front();
  std::vector<float> states;
  ThreadPool pool(1);
  model->run(
      {.ids = ids}, {},
      [&](const AttentionSite& site) {
        for (Index row = 0; row < site.layer.query_states.rows; ++row) {
          const auto numbers = site.layer.query_states.row(row);
          states.insert(states.end(), numbers.begin(), numbers.end());
        }
      },
      pool);
  // The sites see the states before each of the six layers; the last stored ones come after all of them.
  const std::vector<float> before(
      golden.numbers.begin(),
      golden.numbers.begin() + static_cast<std::ptrdiff_t>(golden.numbers.size() / 7 * 6));
  CHECK(largest_difference(states, before) < tolerance);
}

TEST_CASE("attention has the same bits for one thread and for three", "[models]") {
  const auto model = Model::load(mini_path());
  const std::vector<Index> ids = golden_ids().at(6);
  CHECK(weights_of(*model, {.ids = ids}, 1).self == weights_of(*model, {.ids = ids}, 3).self);
}

TEST_CASE("the built-in model tells its sizes and which heads were taught", "[models]") {
  const auto model = Model::load(mini_path());
  const ModelInfo& info = model->info();
  CHECK(info.name == "mini");
  CHECK(info.model_type == "bert");
  CHECK(info.layers == 6);
  CHECK(info.heads == 12);
  CHECK(info.head_size == 32);
  CHECK(info.most_positions == 512);
  CHECK(info.vocabulary_size == 15299);
  CHECK(info.dtype == "F16");
  CHECK_FALSE(info.is_causal);
  REQUIRE(info.roles.size() == 2);
  CHECK(info.roles[0].role == "antecedent");
  CHECK(info.roles[0].layer == 5);
  CHECK(info.roles[1].role == "dependency");
  CHECK(info.roles[1].layer == 4);
  CHECK(info.roles[1].head == 0);
  CHECK(info.roles[1].note == "taught: the model's config.json declares it the dependency head");
}
