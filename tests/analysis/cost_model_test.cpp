#include "analysis/cost_model.hpp"

#include "support/catch.hpp"

using namespace attnscope;

namespace {

/// GPT-2 small: 12 heads of 64, a feed-forward part of four times the width.
constexpr LayerShape gpt2{.width = 768, .heads = 12, .key_value_heads = 12, .head_size = 64, .inner = 3072};

Cost part(const LayerShape& shape, LayerPart which, Index tokens) {
  return layer_cost(shape, tokens)[static_cast<std::size_t>(which)];
}

}  // namespace

TEST_CASE("a layer's operations are those of the textbook", "[analysis][cost]") {
  const double n = 1024.0;
  const double width = 768.0;
  CHECK(part(gpt2, LayerPart::projections, 1024).flops == 8.0 * n * width * width);
  CHECK(part(gpt2, LayerPart::feed_forward, 1024).flops == 16.0 * n * width * width);
  CHECK(part(gpt2, LayerPart::scores, 1024).flops == 2.0 * n * n * width);
  CHECK(part(gpt2, LayerPart::weighted_sum, 1024).flops == 2.0 * n * n * width);
  CHECK(part(gpt2, LayerPart::softmax, 1024).flops == 5.0 * n * n * 12.0);
  CHECK(part(gpt2, LayerPart::projections, 1).bytes == 4.0 * (4.0 * width * width + width * 6.0));
}

TEST_CASE("causal attention takes half of the pairs, and the diagonal", "[analysis][cost]") {
  LayerShape causal = gpt2;
  causal.is_causal = true;
  CHECK(part(causal, LayerPart::scores, 3).flops == 2.0 * 6.0 * 768.0);
  CHECK(part(causal, LayerPart::projections, 3).flops == part(gpt2, LayerPart::projections, 3).flops);
}

TEST_CASE("shared keys and a gate change what they should", "[analysis][cost]") {
  LayerShape llama = gpt2;
  llama.key_value_heads = 3;
  llama.has_gate = true;
  CHECK(part(llama, LayerPart::projections, 1).flops ==
        2.0 * (768.0 * (768.0 + 2.0 * 192.0) + 768.0 * 768.0));
  CHECK(part(llama, LayerPart::feed_forward, 1).flops == 6.0 * 768.0 * 3072.0);
  CHECK(part(llama, LayerPart::scores, 5).flops == part(gpt2, LayerPart::scores, 5).flops);
}

TEST_CASE("attention overtakes the linear layers near six times the width", "[analysis][cost]") {
  // 24·D² a token against (4 + 5/64)·D a pair
  CHECK(crossover_tokens(gpt2) == Approx(24.0 * 768.0 / (4.0 + 5.0 / 64.0)));
  LayerShape causal = gpt2;
  causal.is_causal = true;
  CHECK(crossover_tokens(causal) == Approx(2.0 * crossover_tokens(gpt2)));
}

TEST_CASE("the roofline is the longer of arithmetic and memory", "[analysis][cost]") {
  const MachineLimits machine{.flops_per_second = 100.0, .bytes_per_second = 10.0};
  CHECK(roofline_seconds({.flops = 200.0, .bytes = 10.0}, machine) == 2.0);
  CHECK(roofline_seconds({.flops = 200.0, .bytes = 50.0}, machine) == 5.0);
}
