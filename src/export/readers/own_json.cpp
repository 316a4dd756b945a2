// Reads back what attention_json.cpp writes; members that a later version may add are passed over.
#include "export/readers/own_json.hpp"

#include <array>
#include <cmath>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr Index newest_schema = 1;

constexpr std::array classes{MapClass::row_stochastic, MapClass::signed_row_stochastic,
                             MapClass::substochastic, MapClass::non_negative, MapClass::any_sign};

class Reader {
 public:
  Reader(JsonTree tree, const std::string& what) : tree_(std::move(tree)), what_(what) {}

  GivenMaps read() {
    const Index schema = tree_.whole_or("schema_version", 0);
    if (schema > newest_schema) {
      throw Error(Error::Kind::unsupported, what_ + ": schema version " + std::to_string(schema) +
                                                " is newer than this program, which reads " +
                                                std::to_string(newest_schema));
    }
    GivenMaps given;
    given.layers = tree_.whole_or("layers", 1);
    given.heads = tree_.whole_or("heads", 1);
    given.has_layers = true;
    given.model = facts("model");
    given.queries.tokens = tokens("tokens");
    if (const JsonTree* text = tree_.member("text")) {
      given.source = text->text_or("source", "");
      given.queries.text = text->text_or("text", "");
      given.queries.second_text = text->text_or("second_text", "");
    }
    if (tree_.member("key_tokens") != nullptr) {
      given.keys.emplace();
      given.keys->tokens = tokens("key_tokens");
      given.keys->text = tree_.member("text") != nullptr ? tree_.member("text")->text_or("key_text", "") : "";
    }
    read_recipe(given);
    read_maps(given);
    return given;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Error::Kind::input, what_ + ": " + message);
  }

  /// The trees in a list of objects; none where the member is missing or empty.
  std::vector<JsonTree>* objects(std::string_view name) {
    auto* const members = std::get_if<JsonMembers>(&tree_.value());
    for (auto& [key, value] : *members) {
      if (key == name) return std::get_if<std::vector<JsonTree>>(&value.value());
    }
    return nullptr;
  }

  std::vector<std::pair<std::string, std::string>> facts(std::string_view name) const {
    std::vector<std::pair<std::string, std::string>> result;
    const JsonTree* const tree = tree_.member(name);
    const auto* const members = tree == nullptr ? nullptr : std::get_if<JsonMembers>(&tree->value());
    if (members == nullptr) return result;
    for (const auto& [key, value] : *members) result.emplace_back(key, tree->text_or(key, ""));
    return result;
  }

  std::vector<Token> tokens(std::string_view name) {
    std::vector<Token> result;
    const std::vector<JsonTree>* const list = objects(name);
    if (list == nullptr) return result;
    for (const JsonTree& tree : *list) {
      const auto flag = [&](std::string_view key) {
        const JsonTree* const member = tree.member(key);
        const auto* const value = member == nullptr ? nullptr : std::get_if<double>(&member->value());
        return value != nullptr && *value != 0.0;
      };
      const std::string text = tree.text_or("text", "");
      result.push_back({.text = text,
                        .label = tree.text_or("label", text),
                        .id = tree.whole_or("id", 0),
                        .begin = offset(tree, "begin"),
                        .end = offset(tree, "end"),
                        .word = tree.whole_or("word", -1),
                        .segment = tree.whole_or("segment", 0),
                        .special = flag("special"),
                        .unknown = flag("unknown")});
    }
    return result;
  }

  std::size_t offset(const JsonTree& token, std::string_view name) const {
    const Index value = token.whole_or(name, 0);
    if (value < 0) fail("a token's '" + std::string(name) + "' is " + std::to_string(value));
    return static_cast<std::size_t>(value);
  }

  void read_recipe(GivenMaps& given) {
    const std::vector<JsonTree>* const stages = objects("recipe");
    if (stages == nullptr) return;
    for (const JsonTree& stage : *stages)
      given.recipe.emplace_back(stage.text_or("stage", ""), stage.text_or("choice", ""));
  }

  void read_maps(GivenMaps& given) {
    std::vector<JsonTree>* const list = objects("maps");
    if (list == nullptr) fail("no list of maps");
    for (std::size_t number = 0; number < list->size(); ++number) {
      given.maps.push_back(read_map((*list)[number], "maps[" + std::to_string(number) + "]"));
    }
  }

  GivenMap read_map(JsonTree& tree, const std::string& place) const {
    GivenMap given;
    given.map.layer = tree.whole_or("layer", -1);
    given.map.head = tree.whole_or("head", -1);
    given.map.part = tree.whole_or("part", 0);
    if (given.map.layer < 0 || given.map.head < 0 || given.map.part < 0)
      fail(place + ": 'layer' and 'head' must be whole numbers from 0");
    given.kind = tree.text_or("kind", "self");
    given.role = tree.text_or("role", "");
    given.note = tree.text_or("note", "");
    given.map.overflows = tree.whole_or("overflows", 0);
    read_class(tree, given.map, place);
    const JsonTree* const weights = tree.member("weights");
    const auto* const array = weights == nullptr ? nullptr : std::get_if<FloatArray>(&weights->value());
    if (array == nullptr || array->shape.size() != 2) fail(place + ": 'weights' must be rows of one length");
    given.map.weights = Matrix(ConstMatrixView(array->numbers.data(), array->shape[0], array->shape[1]));
    read_excluded(tree, given.map, place);
    return given;
  }

  void read_class(const JsonTree& tree, Map& map, const std::string& place) const {
    const std::string name = tree.text_or("class", name_of(MapClass::any_sign));
    for (const MapClass known : classes) {
      if (name_of(known) == name) {
        map.map_class = known;
        return;
      }
    }
    fail(place + ": unknown class '" + printable(name) + "'");
  }

  /// For each query: first, end, first, end, … of the keys that the pattern excludes.
  void read_excluded(const JsonTree& tree, Map& map, const std::string& place) const {
    const JsonTree* const excluded = tree.member("excluded");
    if (excluded == nullptr) return;
    map.hidden = BasicMatrix<std::uint8_t>(map.weights.rows(), map.weights.cols());
    const auto hide = [&](Index query, std::span<const float> bounds) {
      for (std::size_t pair = 0; pair + 1 < bounds.size(); pair += 2) {
        const float first = bounds[pair];
        const float end = bounds[pair + 1];
        if (!(first >= 0.0F && first <= end && end <= static_cast<float>(map.hidden.cols()))) {
          fail(place + ": 'excluded' of query " + std::to_string(query) + " is no range of keys");
        }
        for (auto key = static_cast<Index>(first); key < static_cast<Index>(end); ++key)
          map.hidden(query, key) = 1;
      }
    };
    // Rows of one length were joined to an array; others are a list of rows.
    const auto* const joined = std::get_if<FloatArray>(&excluded->value());
    const auto* const rows = std::get_if<std::vector<JsonTree>>(&excluded->value());
    const Index count = joined != nullptr && !joined->shape.empty() ? joined->shape[0]
                        : rows != nullptr                           ? static_cast<Index>(rows->size())
                                                                    : -1;
    if (count != map.hidden.rows()) fail(place + ": 'excluded' must have a list for each query");
    for (Index query = 0; query < count; ++query) {
      if (joined != nullptr) {
        const auto length = joined->numbers.size() / static_cast<std::size_t>(count);
        hide(query, std::span(joined->numbers).subspan(static_cast<std::size_t>(query) * length, length));
      } else if (const auto* row =
                     std::get_if<FloatArray>(&(*rows)[static_cast<std::size_t>(query)].value())) {
        hide(query, row->numbers);
      }
    }
  }

  JsonTree tree_;
  const std::string& what_;
};

}  // namespace

bool is_own_json(const JsonTree& tree) {
  return tree.text_or("schema", "") == "attnscope-attention";
}

GivenMaps read_own_json(JsonTree tree, const std::string& what) {
  return Reader(std::move(tree), what).read();
}

}  // namespace attnscope
