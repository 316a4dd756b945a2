// Writing: numbers as JSON beside nlohmann's dump, pictures as PNG beside stb's own encoder.
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/measure.hpp"
#include "export/json_writer.hpp"
#include "render/png.hpp"

// A copy of its own: the program's gives stb another compressor.
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace attnscope::bench {
namespace {

constexpr Index side = 512;

Matrix weights_like_softmax() {
  Matrix weights = random_matrix(side, side, 1);
  for (float& weight : weights.numbers()) weight = (weight + 1.0f) / static_cast<float>(side);
  return weights;
}

void json(benchmark::State& state, NumberStyle style) {
  const Matrix weights = weights_like_softmax();
  std::size_t bytes = 0;
  for (auto _ : state) {
    JsonWriter writer([&](std::string_view text) { bytes += text.size(); });
    writer.matrix(weights, style);
    writer.finish();
  }
  benchmark::DoNotOptimize(bytes);
  state.SetItemsProcessed(state.iterations() * weights.size());
}

void json_by_nlohmann(benchmark::State& state) {
  const Matrix weights = weights_like_softmax();
  for (auto _ : state) {
    nlohmann::json rows = nlohmann::json::array();
    for (Index row = 0; row < weights.rows(); ++row) {
      nlohmann::json numbers = nlohmann::json::array();
      for (const float weight : weights.row(row)) numbers.push_back(static_cast<double>(weight));
      rows.push_back(std::move(numbers));
    }
    benchmark::DoNotOptimize(rows.dump().size());
  }
  state.SetItemsProcessed(state.iterations() * weights.size());
}

constexpr Index pixels = 1024;

/// Weights of a head without structure, as a picture shows them: every pixel another, most of them dark.
Picture noise() {
  Picture picture{.width = pixels, .height = pixels, .pixels = {}, .palette = {}};
  for (int shade = 0; shade < 256; ++shade) {
    const auto level = static_cast<std::uint8_t>(shade);
    picture.palette.push_back(
        {level, static_cast<std::uint8_t>(shade / 2), static_cast<std::uint8_t>(255 - shade)});
  }
  const Matrix numbers = random_matrix(pixels, pixels, 2);
  for (const float number : numbers.numbers()) {
    picture.pixels.push_back(static_cast<std::uint8_t>(255.0f * std::exp(3.0f * (number - 1.0f))));
  }
  return picture;
}

void png(benchmark::State& state) {
  const Picture picture = noise();
  std::size_t bytes = 0;
  for (auto _ : state) bytes = encode_png(picture).size();
  state.counters["bytes"] = static_cast<double>(bytes);
}

void png_by_stb(benchmark::State& state) {
  const Picture picture = noise();
  std::vector<std::uint8_t> colours;
  for (Index y = 0; y < pixels; ++y) {
    for (Index x = 0; x < pixels; ++x) {
      const Colour colour = picture.at(x, y);
      colours.insert(colours.end(), {colour.red, colour.green, colour.blue});
    }
  }
  std::size_t bytes = 0;
  const auto count = [](void* total, void*, int size) {
    *static_cast<std::size_t*>(total) += static_cast<std::size_t>(size);
  };
  for (auto _ : state) {
    bytes = 0;
    stbi_write_png_to_func(count, &bytes, pixels, pixels, 3, colours.data(), pixels * 3);
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}

const bool registered = [] {
  const auto add = [](const char* name, auto body) {
    benchmark::RegisterBenchmark(name, body)->Repetitions(5)->MinTime(0.1)->Unit(benchmark::kMillisecond);
  };
  add("json/shortest", [](auto& state) { json(state, {}); });
  add("json/6_decimals", [](auto& state) { json(state, {.decimals = 6}); });
  add("json/nlohmann", json_by_nlohmann);
  add("png/ours", png);
  add("png/stb", png_by_stb);
  return true;
}();

}  // namespace
}  // namespace attnscope::bench
