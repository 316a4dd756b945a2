// Matrices that other programs wrote: formats, axes, labels, and what is wrong with them.
#include "export/readers/given_maps.hpp"

#include <cmath>

#include "core/npy.hpp"
#include "core/safetensors.hpp"
#include "core/zip_archive.hpp"
#include "export/attention_json.hpp"
#include "export/readers/array_format.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

const std::vector<float> half_rows{0.5F, 0.5F, 0.25F, 0.75F};

std::vector<std::string> labels_of(const TokenizedText& text) {
  std::vector<std::string> labels;
  for (const Token& token : text.tokens) labels.push_back(token.label);
  return labels;
}

GivenMaps maps_of(const std::string& name, std::string_view bytes, const GivenMapsOptions& options = {}) {
  const TemporaryFolder folder;
  return read_maps(folder.write(name, bytes), options).at(0);
}

std::string message_for(const std::string& name, std::string_view bytes,
                        const GivenMapsOptions& options = {}) {
  const TemporaryFolder folder;
  const auto path = folder.write(name, bytes);
  return message_of(folder, [&] { (void)read_maps(path, options); });
}

std::string npy_of(std::initializer_list<Index> shape, const std::vector<float>& numbers) {
  return npy_header("<f4", std::vector<Index>(shape)) +
         std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
}

}  // namespace

TEST_CASE("a matrix, a list of heads and a stack of layers are told apart by their axes", "[given]") {
  const GivenMaps one = maps_of("F.npy", npy_of({2, 2}, half_rows));
  CHECK(one.maps.size() == 1);
  CHECK_FALSE(one.has_layers);
  CHECK(one.maps[0].map.weights(1, 0) == 0.25F);
  CHECK(one.maps[0].map.map_class == MapClass::row_stochastic);
  CHECK(labels_of(one.queries) == std::vector<std::string>{"0", "1"});
  CHECK(one.warnings.empty());

  std::vector<float> numbers = half_rows;
  numbers.insert(numbers.end(), {1.0F, 0.0F, 0.0F, 1.0F});
  const GivenMaps heads = maps_of("F.npy", npy_of({2, 2, 2}, numbers));
  CHECK(heads.heads == 2);
  CHECK(heads.maps[1].map.head == 1);
  CHECK(heads.maps[1].map.weights(1, 1) == 1.0F);
  const GivenMaps layers = maps_of("F.npy", npy_of({2, 1, 2, 2}, numbers));
  CHECK(layers.has_layers);
  CHECK(layers.maps[1].map.layer == 1);
  CHECK(maps_of("F.npy", npy_of({2, 1, 1, 2, 2}, numbers)).layers == 2);
}

TEST_CASE("nested lists in JSON are read, alone or beside tokens", "[given]") {
  CHECK(maps_of("F.json", "[[0.5, 0.5], [0.25, 0.75]]").maps[0].map.weights(1, 1) == 0.75F);
  const GivenMaps named =
      maps_of("F.json", R"({"tokens": ["the", "猫"], "attention": [[[1, 0], [0.5, 0.5]]], "id": 7})");
  CHECK(labels_of(named.queries) == std::vector<std::string>{"the", "猫"});
  CHECK_FALSE(named.keys.has_value());
  CHECK(named.heads == 1);
  const GivenMaps wide =
      maps_of("F.json", R"({"left_text": ["a"], "right_text": ["b", "c"], "attn": [[0.5, 0.5]]})");
  CHECK(labels_of(*wide.keys) == std::vector<std::string>{"b", "c"});
}

TEST_CASE("arrays of safetensors and npz files are chosen by name", "[given]") {
  const TemporaryFolder folder;
  const std::vector<Index> shape{2, 2};
  const std::vector<FloatTensor> tensors{{"attn", shape, half_rows}, {"other", shape, half_rows}};
  write_safetensors(folder.path() / "F.safetensors", tensors);
  CHECK(message_of(folder, [&] { (void)read_maps(folder.path() / "F.safetensors"); }) ==
        "F.safetensors: several arrays: attn, other | name one");
  CHECK(read_maps(folder.path() / "F.safetensors", {.array = "attn"})[0].maps[0].map.weights(0, 0) == 0.5F);
  CHECK(message_of(folder, [&] { (void)read_maps(folder.path() / "F.safetensors", {.array = "atn"}); }) ==
        "F.safetensors: no array 'atn'; the file has: attn, other | did you mean 'attn'?");
}

TEST_CASE("an archive of attnscope's own has one text for each number", "[given]") {
  const TemporaryFolder folder;
  const std::vector<std::int64_t> layers{0};
  {
    OutputFile file(folder.path() / "w.npz");
    ZipWriter archive(file);
    for (const char* name : {"encoder_weights_0", "cross_weights_0", "encoder_weights_1"}) {
      add_npy(archive, name, std::vector<Index>{1, 1, 2, 2}, half_rows);
    }
    add_npy(archive, "layers", std::vector<Index>{1}, layers);
    archive.finish();
    file.commit();
  }
  const std::vector<GivenMaps> texts = read_maps(folder.path() / "w.npz");
  REQUIRE(texts.size() == 2);
  CHECK(texts[0].name == "w.npz, text 0");
  CHECK(texts[0].maps.size() == 2);
  CHECK(texts[0].maps[1].kind == "cross");
  CHECK(texts[1].maps.size() == 1);
}

TEST_CASE("arrays that are no attention are answered with what was expected", "[given]") {
  const std::string expected =
      "expected [queries, keys], [heads, queries, keys] or [layers, heads, queries, keys], found ";
  CHECK(message_for("F.npy", npy_of({7}, std::vector<float>(7))) == "F.npy: " + expected + "[7]");
  CHECK(message_for("F.npy", npy_of({1, 2, 1, 1, 1}, std::vector<float>(2))) ==
        "F.npy: " + expected + "[1, 2, 1, 1, 1]");
  CHECK(message_for("F.npy", npy_of({0, 3}, {})) == "F.npy: an axis of length 0 in [0, 3]");
  CHECK(message_for("F.json", "[[1, 2], [3]]") ==
        "F.json: list [1] has shape (1,), expected (2,) as the first one");
  CHECK(message_for("F.json", "[[[1, 2], [3, 4]], [[1, 2], [3]]]") ==
        "F.json: list [1][1] has shape (1,), expected (2,) as the first one");
  CHECK(message_for("F.json", R"({"a": "x"})") == "F.json: no array of numbers in this file");
  CHECK(message_for("F.txt", "hello, world") ==
        "F.txt: not a file of matrices (starts with 'hello, w') | known are .npy, .npz, .safetensors and "
        ".json");
}

TEST_CASE("labels must fit the matrix", "[given]") {
  CHECK(message_for("F.npy", npy_of({2, 2}, half_rows), {.query_labels = {"a", "b", "c"}}) ==
        "F.npy: 3 tokens given for a 2 × 2 matrix");
  CHECK(message_for("F.npy", npy_of({1, 4}, half_rows), {.query_labels = {"a", "b"}}) ==
        "F.npy: 2 query tokens given for a 1 × 4 matrix");
  CHECK(message_for("F.npy", npy_of({1, 4}, half_rows), {.query_labels = {"a"}, .key_labels = {"b"}}) ==
        "F.npy: 1 key tokens given for a 1 × 4 matrix");
}

TEST_CASE("values that are not finite and rows that do not sum to one are warned of", "[given]") {
  const GivenMaps broken = maps_of("F.npy", npy_of({1, 1, 2, 2}, {NAN, 1.0F, 0.5F, INFINITY}));
  REQUIRE(broken.warnings.size() == 2);
  CHECK(broken.warnings[0].ends_with(
      "F.npy: attention[0,0] has 2 values that are NaN or infinite; marked in pictures"));
  CHECK(broken.warnings[1].ends_with("1 of 2 rows sum to 0.50–0.50, not to 1; the values may be raw scores"));
  CHECK(broken.maps[0].map.overflows == 2);
  CHECK(maps_of("F.json", "[[1, 0], [0.2, 0.2]]").maps[0].map.map_class == MapClass::substochastic);
  CHECK(maps_of("F.json", "[[1, 3], [0.2, 0.2]]").maps[0].map.map_class == MapClass::non_negative);
  CHECK(maps_of("F.json", "[[1, -1], [0.2, 0.2]]").maps[0].map.map_class == MapClass::any_sign);
  CHECK(maps_of("F.json", "[[2, -1], [0.5, 0.5]]").maps[0].map.map_class == MapClass::signed_row_stochastic);
  const GivenMaps nulls = maps_of("F.json", "[[1, null], [0.5, 0.5]]");
  CHECK(std::isnan(nulls.maps[0].map.weights(0, 1)));
}

TEST_CASE("raw scores become weights by softmax where asked for", "[given]") {
  const GivenMaps given =
      maps_of("F.json", "[[0, 0], [3, -3]]", {.values = GivenMapsOptions::Values::scores});
  CHECK(given.maps[0].map.weights(0, 0) == 0.5F);
  CHECK(given.maps[0].map.weights(1, 0) == Approx(0.9975274).epsilon(1e-6));
  CHECK(given.warnings.empty());
}

TEST_CASE("what attnscope wrote as JSON is read back as it was", "[given]") {
  Map map{.layer = 4, .head = 2, .weights = Matrix(2, 2), .hidden = BasicMatrix<std::uint8_t>(2, 2)};
  map.weights(0, 0) = 1.0F;
  map.weights(1, 0) = 0.1F;
  map.weights(1, 1) = 0.9F;
  map.hidden(0, 1) = 1;
  TokenizedText text;
  text.text = "the cats";
  text.tokens = {
      {.text = "the", .label = "the", .id = 5, .begin = 0, .end = 3, .word = 0},
      {.text = "##cats", .label = "cats", .id = 6, .begin = 4, .end = 8, .word = 1, .unknown = true}};
  AttentionDocument document;
  document.model = {{"name", "mini"}};
  document.layers = 6;
  document.heads = 12;
  document.text_source = "english.txt:1";
  document.queries = &text;
  document.recipe = {{"similarity", "scaled-dot"}};
  document.maps = {{.map = &map, .role = "dependency", .note = "taught"}};
  std::string json;
  write_attention_json(document, {}, [&](std::string_view bytes) { json += bytes; });

  const GivenMaps given = maps_of("attention.json", json);
  CHECK(given.layers == 6);
  CHECK(given.source == "english.txt:1");
  CHECK(given.model[0].second == "mini");
  CHECK(given.recipe[0].second == "scaled-dot");
  REQUIRE(given.maps.size() == 1);
  CHECK(given.maps[0].map.layer == 4);
  CHECK(given.maps[0].map.weights == map.weights);
  CHECK(given.maps[0].map.hidden == map.hidden);
  CHECK(given.maps[0].role == "dependency");
  CHECK(given.maps[0].note == "taught");
  CHECK(given.queries.tokens[1].text == "##cats");
  CHECK(given.queries.tokens[1].end == 8);
  CHECK(given.queries.tokens[1].unknown);
}

TEST_CASE("attnscope's own JSON with a fault is refused", "[given]") {
  const auto with = [](const std::string& rest) {
    return message_for("F.json", R"({"schema":"attnscope-attention",)" + rest + "}");
  };
  CHECK(with(R"("schema_version":2)") ==
        "F.json: schema version 2 is newer than this program, which reads 1");
  CHECK(with(R"("schema_version":1)") == "F.json: no list of maps");
  CHECK(with(R"("maps":[{"layer":0,"head":-1}])") ==
        "F.json: maps[0]: 'layer' and 'head' must be whole numbers from 0");
  CHECK(with(R"("maps":[{"layer":0,"head":0,"weights":[[1,2],[3]]}])") ==
        "F.json: maps[0]: 'weights' must be rows of one length");
  CHECK(with(R"("maps":[{"layer":0,"head":0,"weights":[[1]]}])") ==
        "F.json: 0 tokens given for a 1 × 1 matrix");
  CHECK(with(R"("maps":[{"layer":0,"head":0,"weights":[[1]],"excluded":[[0,9]]}])") ==
        "F.json: maps[0]: 'excluded' of query 0 is no range of keys");
}
