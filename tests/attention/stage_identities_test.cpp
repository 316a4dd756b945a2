// Different recipes that must make the same map, each a sentence about two variants.
#include <cmath>

#include "support/catch.hpp"
#include "support/maps_of.hpp"

using namespace attnscope;

namespace {

constexpr Index tokens = 9;

double gap(const RecipeText& one, const RecipeText& other, const SampleLayer& sample = SampleLayer()) {
  return gap_between(map_of(sample.layer(), one), map_of(sample.layer(), other));
}

RecipeText variant(const std::string& text) {
  return {.variant = text};
}

}  // namespace

TEST_CASE("patterns wide enough for the text are full attention", "[identity][pattern]") {
  for (const char* wide : {"band:radius=8",
                           "longformer:window=16",
                           "etc:radius=8",
                           "bigbird:block=1,drawn=9",
                           "bigbird:block=9",
                           "top-k:keys=9",
                           "block:size=9",
                           "random:keys=8",
                           "dilated:steps=8,gap=1",
                           "strided:stride=1",
                           "prefix:tokens=9",
                           "image-block:size=9",
                           "neighbourhood:width=3,side=3",
                           "shifted-window:width=3,side=3",
                           "multi-scale:radii=8",
                           "grid-row:width=9",
                           "grid-column:width=1",
                           "clusters:clusters=1",
                           "bp-transformer:nodes=9",
                           "sparse-sinkhorn:size=9",
                           "routing-transformer:clusters=1,window=9"}) {
    CAPTURE(wide);
    CHECK(gap(variant(wide), {}) < 1e-6);
  }
}

TEST_CASE("causal patterns wide enough for the text are causal attention", "[identity][pattern]") {
  for (const char* wide :
       {"sliding-window:width=9", "streaming:recent=9", "sparse-strided:stride=9", "sparse-fixed:stride=9",
        "sparse-fixed:stride=3,summaries=3", "moba:size=3,blocks=3", "indexer:keep=9", "alternating:width=9",
        "prefix:tokens=1", "gemma-3:width=9", "adaptive-span:spans=9", "deepseek-sparse:keep=9"}) {
    CAPTURE(wide);
    CHECK(gap(variant(wide), {.pattern = "causal"}) < 1e-6);
  }
}

TEST_CASE("patterns narrow enough see only themselves", "[identity][pattern]") {
  for (const char* narrow : {"block:size=1", "band:radius=0", "sliding-window:width=1", "random:keys=0",
                             "strided:stride=9", "grid-row:width=1", "dilated:steps=0"}) {
    CAPTURE(narrow);
    CHECK(gap(variant(narrow), {.pattern = "edges:pairs=0/0"}) == 0.0);
  }
}

TEST_CASE("one block of MoBA is a causal block", "[identity][pattern]") {
  CHECK(gap(variant("moba:size=4,blocks=1"), {.pattern = "causal^block:size=4"}) == 0.0);
}

TEST_CASE("streaming without sinks is a sliding window", "[identity][pattern]") {
  CHECK(gap(variant("streaming:sinks=0,recent=3"), variant("sliding-window:width=3")) == 0.0);
}

TEST_CASE("native sparse attention with only chosen blocks, all of them, is causal attention", "[identity]") {
  SampleLayer sample;
  Matrix gates(3, sample.layer().query_states.cols);
  sample.parameters().give("native-sparse.gates", gates, "test");
  // Every gate is one half: twice the map less the other two branches is what the chosen blocks add.
  const Matrix all = map_of(sample.layer(), variant("native-sparse:block=9,chosen=1,window=9"));
  Matrix causal = map_of(sample.layer(), {.pattern = "causal"});
  for (Index query = 0; query < tokens; ++query) {
    for (Index key = 0; key < tokens; ++key) {
      const float mean =
          query == tokens - 1 ? 0.5F / static_cast<float>(tokens) : 0.0F;  // the one block that ended
      causal(query, key) += mean;
    }
  }
  CHECK(gap_between(all, causal) < 1e-6);
}

TEST_CASE("hashing into one chunk is full attention over unit keys without the token itself", "[identity]") {
  const SampleLayer sample;
  const Matrix map = map_of(sample.layer(), variant("reformer:chunk=9,rounds=2"));
  for (Index token = 0; token < tokens; ++token) CHECK(map(token, token) == 0.0F);
}

TEST_CASE("squared distance is a Gaussian kernel of fitting width", "[identity][similarity]") {
  const SampleLayer sample({.head_size = 4});
  CHECK(gap({.similarity = "l2"}, {.similarity = "gaussian:sigma=1"}, sample) < 1e-6);
}

TEST_CASE("a Gaussian kernel over keys of one length is a dot product", "[identity][similarity]") {
  SampleLayer sample({.head_size = 4});
  for (Index key = 0; key < tokens; ++key) {
    double length = 0.0;
    for (const float number : sample.k(0).row(key)) length += static_cast<double>(number * number);
    for (float& number : sample.k(0).row(key)) number /= static_cast<float>(std::sqrt(length));
  }
  CHECK(gap({.similarity = "gaussian:sigma=1"}, {.similarity = "dot"}, sample) < 1e-6);
}

TEST_CASE("temperature is a scale: one half makes scaled dot of head size 4 a dot product", "[identity]") {
  const SampleLayer sample({.head_size = 4});
  CHECK(gap({.normaliser = "softmax:temperature=0.5"}, {.similarity = "dot"}, sample) < 1e-6);
}

TEST_CASE("a constant forget gate is ALiBi", "[identity][prior]") {
  SampleLayer sample;
  sample.parameters().give("forgetting.w", Matrix(1, sample.layer().key_states.cols), "test");
  CHECK(gap({.priors = {"forgetting:bias=0"}, .pattern = "causal"},
            {.priors = {"alibi:slope=0.6931471805599453"}, .pattern = "causal"}, sample) < 1e-6);
}

TEST_CASE("priors that say nothing change nothing", "[identity][prior]") {
  for (const char* silent : {"gaussian-transformer:w=0,b=0", "localness:sigma=1e8", "task-blocks",
                             "forgetting:bias=100", "adaptive-span:spans=9"}) {
    CAPTURE(silent);
    CHECK(gap({.priors = {silent}}, {}) < 1e-6);
  }
}

TEST_CASE("a narrow bell around the query is the identity", "[identity][prior]") {
  CHECK(gap({.priors = {"localness:centre=query,sigma=0.01"}}, {.pattern = "block:size=1"}) < 1e-6);
}

TEST_CASE("hard, the best key, a cold softmax and a steep entmax agree", "[identity][normaliser]") {
  const RecipeText hard{.normaliser = "hard"};
  CHECK(gap(hard, variant("top-k:keys=1")) == 0.0);
  CHECK(gap(hard, {.normaliser = "softmax:temperature=0.0001"}) < 1e-6);
}

TEST_CASE("entmax reaches softmax and sparsemax", "[identity][normaliser]") {
  CHECK(gap({.normaliser = "entmax:alpha=1"}, {}) < 1e-6);
  CHECK(gap({.normaliser = "entmax:alpha=1.5"}, {.normaliser = "entmax15"}) < 1e-6);
  CHECK(gap({.normaliser = "entmax:alpha=2"}, {.normaliser = "sparsemax"}) < 1e-6);
}

TEST_CASE("a sink of score 0 is softmax off by one, and without sink it is softmax",
          "[identity][normaliser]") {
  CHECK(gap({.normaliser = "sink:logit=0"}, variant("softmax-off-by-one")) == 0.0);
  CHECK(gap({.normaliser = "sink:logit=-10000"}, {}) < 1e-7);
}

TEST_CASE("one round of Sinkhorn and no share of the keys' view are softmax", "[identity][normaliser]") {
  CHECK(gap({.normaliser = "sinkhorn:rounds=1"}, {}) < 1e-7);
  CHECK(gap({.normaliser = "doubly:share=0"}, {}) < 1e-7);
}

TEST_CASE("a cap far above all scores changes nothing", "[identity][cap]") {
  CHECK(gap({.cap = "tanh:limit=1000000"}, {}) < 1e-6);
}

TEST_CASE("mixers that mix nothing change nothing", "[identity][mixer]") {
  for (const char* silent : {"talking-heads:share=0", "differential:lambda=0", "gated-attention:bias=1000",
                             "head-mask:off=1", "drop-head:rate=0", "evolving:alpha=0", "realformer",
                             "lazyformer:group=1", "grouped-query:groups=2", "collaborative"}) {
    CAPTURE(silent);
    CHECK(gap(variant(silent), {}) < 1e-6);
  }
}

TEST_CASE("equal halves of a head leave one minus lambda of softmax", "[identity][mixer]") {
  SampleLayer sample({.heads = 1, .head_size = 8});
  for (Index token = 0; token < tokens; ++token) {
    for (Index col = 0; col < 4; ++col) {
      sample.q(0)(token, col + 4) = sample.q(0)(token, col);
      sample.k(0)(token, col + 4) = sample.k(0)(token, col);
    }
  }
  const Matrix map = map_of(sample.layer(), variant("differential:lambda=0.25"));
  sample.layer().scale = 1.0 / 4.0;  // both halves together give twice the score of one
  Matrix softmax = map_of(sample.layer(), {});
  for (float& weight : softmax.numbers()) weight *= 0.75F;
  CHECK(gap_between(map, softmax) < 1e-6);
}

TEST_CASE("a gate closed for all makes no weights", "[identity][mixer]") {
  const SampleLayer sample;
  const Matrix map = map_of(sample.layer(), variant("gated-attention:bias=-1000"));
  for (const float weight : map.numbers()) CHECK(weight == 0.0F);
}

TEST_CASE("synthesizers without weights are uniform", "[identity][similarity]") {
  SampleLayer sample;
  sample.parameters().give("synthesizer.W2", Matrix(512, 8), "test");
  sample.parameters().give("synthesizer.R", Matrix(512, 512), "test");
  CHECK(gap({.similarity = "synthesizer-dense"}, {.similarity = "uniform"}, sample) == 0.0);
  CHECK(gap({.similarity = "synthesizer-random"}, {.similarity = "uniform"}, sample) == 0.0);
  CHECK(gap(variant("average-attention"), {.similarity = "synthesizer-random", .pattern = "causal"},
            sample) == 0.0);
}

TEST_CASE("a convolution of one tap is the identity", "[identity][similarity]") {
  CHECK(gap(variant("lightconv:taps=1,left=0"), {.pattern = "block:size=1"}) < 1e-7);
  CHECK(gap(variant("dynamicconv:taps=1,left=0"), {.pattern = "block:size=1"}) < 1e-7);
}

TEST_CASE("a dynamic convolution whose tokens all say the same is a light one", "[identity][similarity]") {
  SampleLayer sample;
  for (float& number : sample.states().numbers()) number = 0.0F;
  sample.parameters().give("light-convolution.w", Matrix(1, 7), "test");
  CHECK(gap(variant("dynamicconv"), variant("lightconv"), sample) == 0.0);
}

TEST_CASE("distances that say nothing leave the scaled dot product", "[identity][similarity]") {
  SampleLayer sample;
  sample.parameters().give("shaw.keys", Matrix(33, 8), "test");
  sample.parameters().give("transformer-xl.W", Matrix(8, 8), "test");
  CHECK(gap({.similarity = "shaw"}, {}, sample) < 1e-7);
  CHECK(gap({.similarity = "transformer-xl"}, {}, sample) < 1e-7);
}

TEST_CASE("global tokens everywhere ask through the global projections only", "[identity][similarity]") {
  SampleLayer sample;
  CHECK(gap(variant("longformer:window=0,tokens=0/1/2/3/4/5/6/7/8"), {}, sample) < 1e-6);
}

TEST_CASE("yarn at factor one is rotary", "[identity][encoding]") {
  CHECK(gap({.encoding = "yarn:factor=1"}, {.encoding = "rotary"}) < 1e-7);
}

TEST_CASE("rotary scores follow distances only", "[identity][encoding]") {
  SampleLayer sample;
  const Matrix before = map_of(sample.layer(), {.encoding = "rotary"});
  std::vector<Index> shifted;
  for (Index token = 0; token < tokens; ++token) shifted.push_back(token + 37);
  sample.layer().query_positions = shifted;
  sample.layer().key_positions = shifted;
  CHECK(gap_between(before, map_of(sample.layer(), {.encoding = "rotary"})) < 2e-6);
}

TEST_CASE("a masked softmax is the full softmax on what is left, divided by its sum",
          "[identity][normaliser]") {
  const SampleLayer sample;
  Matrix full = map_of(sample.layer(), {});
  for (Index query = 0; query < tokens; ++query) {
    float sum = 0.0F;
    for (Index key = 0; key <= query; ++key) sum += full(query, key);
    for (Index key = 0; key < tokens; ++key) full(query, key) = key <= query ? full(query, key) / sum : 0.0F;
  }
  CHECK(gap_between(full, map_of(sample.layer(), {.pattern = "causal"})) < 1e-6);
}

TEST_CASE("a masked sigmoid is the full sigmoid where it is not masked", "[identity][normaliser]") {
  const SampleLayer sample;
  Matrix full = map_of(sample.layer(), {.normaliser = "sigmoid"});
  for (Index query = 0; query < tokens; ++query) {
    for (Index key = query + 1; key < tokens; ++key) full(query, key) = 0.0F;
  }
  CHECK(gap_between(full, map_of(sample.layer(), {.pattern = "causal", .normaliser = "sigmoid"})) == 0.0);
}

TEST_CASE("a variant on a model that hides the future goes on hiding it", "[variant]") {
  const SampleLayer sample;
  const Recipe causal = make_recipe(standard_recipe(), {.pattern = "causal"});
  for (const auto& entry : Registry<Variant>::instance().entries()) {
    CAPTURE(entry.name);
    const Recipe recipe = make_recipe(causal, {.variant = std::string(entry.name)});
    CHECK(recipe.pattern->is_causal());
  }
}
