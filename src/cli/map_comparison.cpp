#include "cli/map_comparison.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/given_source.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"
#include "export/readers/given_maps.hpp"

namespace attnscope::cli {
namespace {

std::string place_name(LayerHead place) {
  return std::to_string(place.layer) + ":" + std::to_string(place.head);
}

/// Distances of every column from the first, without values: those of other heads are others.
void measure(RecipeComparison& comparison, ThreadPool& pool) {
  const auto count = static_cast<Index>(comparison.places.size());
  comparison.values.resize(comparison.places.size());
  const std::vector<Map>& first = comparison.recipes.front().maps;
  for (std::size_t column = 1; column < comparison.recipes.size(); ++column) {
    ComparedRecipe& compared = comparison.recipes[column];
    compared.distances.resize(static_cast<std::size_t>(count));
    pool.run(count, [&](Index unit, Index) {
      const auto place = static_cast<std::size_t>(unit);
      compared.distances[place] = distance_of(first[place].weights, compared.maps[place].weights, {});
    });
  }
}

/// The maps of these heads, in their order. what: names the column in errors.
std::vector<Map> maps_of(TextMaps& text, const std::vector<LayerHead>& places, const std::string& what) {
  std::vector<Map> maps;
  for (const LayerHead place : places) {
    const SourcedMap* found = text.find(place);
    if (found == nullptr) {
      throw Error(Error::Kind::input, printable(what, 400) + ": expected a map of layer " +
                                          std::to_string(place.layer) + ", head " +
                                          std::to_string(place.head) + ", found none");
    }
    maps.push_back(found->map);
  }
  return maps;
}

void check_sizes(const RecipeComparison& comparison) {
  const ComparedRecipe& first = comparison.recipes.front();
  const ComparedRecipe& last = comparison.recipes.back();
  for (std::size_t place = 0; place < first.maps.size(); ++place) {
    const Matrix& expected = first.maps[place].weights;
    const Matrix& found = last.maps[place].weights;
    if (expected.rows() == found.rows() && expected.cols() == found.cols()) continue;
    throw Error(Error::Kind::usage, printable(last.name, 400) + ": cannot be compared with " +
                                        printable(first.name, 400) + ": expected maps of " +
                                        std::to_string(expected.rows()) + " × " +
                                        std::to_string(expected.cols()) + ", found " +
                                        std::to_string(found.rows()) + " × " + std::to_string(found.cols()));
  }
}

}  // namespace

RecipeComparison compare_heads(MapSource& source, const InputText& input, const std::vector<LayerHead>& heads,
                               ThreadPool& pool) {
  const MapRequest request{
      .is_wanted = [&](LayerHead head) { return std::ranges::find(heads, head) != heads.end(); }};
  RecipeComparison comparison;
  comparison.text = source.compute(input, request, pool);
  comparison.places = {heads.front()};
  for (const LayerHead head : heads)
    comparison.recipes.push_back(
        {.name = place_name(head), .maps = maps_of(comparison.text, {head}, "--between")});
  measure(comparison, pool);
  return comparison;
}

RecipeComparison compare_models(const std::vector<std::unique_ptr<MapSource>>& sources,
                                const InputText& input, const std::vector<LayerHead>& heads,
                                ThreadPool& pool) {
  const MapRequest request{
      .is_wanted = [&](LayerHead head) { return std::ranges::find(heads, head) != heads.end(); }};
  RecipeComparison comparison;
  comparison.places = heads;
  for (const std::unique_ptr<MapSource>& source : sources) {
    TextMaps text = source->compute(input, request, pool);
    const std::string& name = source->info().name;
    comparison.recipes.push_back({.name = name, .maps = maps_of(text, heads, name)});
    check_sizes(comparison);
    if (comparison.recipes.size() == 1) comparison.text = std::move(text);
  }
  measure(comparison, pool);
  return comparison;
}

FileComparison compare_files(const std::vector<std::string>& files, ThreadPool& pool) {
  FileComparison all;
  for (const std::string& file : files) {
    std::vector<GivenMaps> texts = read_maps(file);
    if (file == files.front()) all.texts.resize(texts.size());
    if (texts.size() != all.texts.size()) {
      throw Error(Error::Kind::input,
                  printable(file, 400) + ": expected " + std::to_string(all.texts.size()) + " texts as in " +
                      printable(files.front(), 400) + ", found " + std::to_string(texts.size()));
    }
    for (std::size_t index = 0; index < texts.size(); ++index) {
      GivenText given = to_text_maps(std::move(texts[index]));
      RecipeComparison& comparison = all.texts[index];
      if (comparison.recipes.empty()) {
        all.info = given.info;
        for (const SourcedMap& map : given.text.maps) {
          if (map.kind == AttentionSite::Kind::self && map.map.part == 0)
            comparison.places.push_back({map.map.layer, map.map.head});
        }
        if (comparison.places.empty())
          throw Error(Error::Kind::input, printable(file, 400) + ": holds no self-attention to compare");
      }
      const std::string name = std::filesystem::path(file).filename().string();
      comparison.recipes.push_back({.name = name, .maps = maps_of(given.text, comparison.places, file)});
      check_sizes(comparison);
      if (comparison.recipes.size() == 1) comparison.text = std::move(given.text);
    }
  }
  for (RecipeComparison& comparison : all.texts) measure(comparison, pool);
  return all;
}

bool holds_maps(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  return ending == ".npz" || ending == ".npy" || ending == ".json" || ending == ".safetensors";
}

}  // namespace attnscope::cli
