#include "cli/embedding_source.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "attention/kernels/kernels.hpp"
#include "core/error.hpp"
#include "models/embedding_table.hpp"
#include "text/words.hpp"

namespace attnscope::cli {
namespace {

/// Q, K and V of one text, a head each.
struct Projected {
  std::vector<Matrix> q;
  std::vector<Matrix> k;
  std::vector<Matrix> v;
};

class EmbeddingSource final : public MapSource {
 public:
  EmbeddingSource(EmbeddingChoice choice, Parameters parameters)
      : choice_(std::move(choice)), parameters_(std::move(parameters)) {
    info_.name = choice_.table;
    info_.heads = std::max<Index>(1, choice_.projections);
    info_.has_layers = false;
    info_.facts = {{"name", choice_.table}, {"type", "word vectors"}};
  }

  const SourceInfo& info() const override { return info_; }

  void prepare(std::span<const InputText> texts) override {
    std::vector<std::string> words;
    for (const InputText& text : texts) {
      for (const Token& token : words_of(text.text).tokens) {
        if (rows_.emplace(token.text, static_cast<Index>(words.size())).second) words.push_back(token.text);
      }
    }
    table_ = load_embeddings(choice_.table, words);
    info_.name = table_.name;
    info_.facts = {{"name", table_.name},
                   {"type", "word vectors"},
                   {"format", table_.format},
                   {"width", std::to_string(table_.vectors.cols())},
                   {"projections", choice_.projections == 0 ? "none: Q = K = V" : "a head each"}};
  }

  TextMaps compute(const InputText& text, const MapRequest& request, ThreadPool& pool) override {
    if (!request.origins.empty() || request.against != nullptr) {
      throw Error(Error::Kind::usage, "--query-from, --key-from, --value-from and --against need a model");
    }
    TextMaps result;
    result.queries = tokens_of(text);
    visit(
        text, request,
        [&](const AttentionSite& site) {
          const Recipe recipe = make_recipe(*site.own, request.recipe);
          LayerMemory memory;
          for (Map& map : compute_maps(recipe, site.layer, all_heads(site.layer), &memory, pool)) {
            if (!request.is_wanted || request.is_wanted({map.layer, map.head}))
              result.maps.push_back({std::move(map)});
          }
          result.recipe = recipe.describe();
        },
        pool);
    result.parameters = parameters_.uses();
    return result;
  }

  void visit(const InputText& text, const MapRequest& /*request*/,
             const std::function<void(const AttentionSite& site)>& visit, ThreadPool& /*pool*/) override {
    const TokenizedText tokens = tokens_of(text);
    Matrix vectors(tokens.size(), table_.vectors.cols());
    for (Index index = 0; index < tokens.size(); ++index) {
      const auto row = table_.vectors.row(row_of(tokens.tokens[static_cast<std::size_t>(index)]));
      std::copy(row.begin(), row.end(), vectors.row(index).begin());
    }
    const Projected projected = project(vectors);
    Layer layer;
    layer.q.assign(projected.q.begin(), projected.q.end());
    layer.k.assign(projected.k.begin(), projected.k.end());
    layer.v.assign(projected.v.begin(), projected.v.end());
    layer.query_states = vectors;
    layer.key_states = vectors;
    layer.parameters = &parameters_;
    const Recipe own = standard_recipe();
    visit({.kind = AttentionSite::Kind::self, .layer = layer, .own = &own});
  }

 private:
  Index row_of(const Token& token) const { return rows_.find(token.text)->second; }

  TokenizedText tokens_of(const InputText& text) const {
    if (!text.ids.empty()) throw Error(Error::Kind::usage, "--ids needs a model; word vectors have no ids");
    TokenizedText tokens = words_of(text.text);
    if (tokens.tokens.empty()) throw Error(Error::Kind::input, text.source + ": no word found");
    for (Token& token : tokens.tokens) token.unknown = !table_.found[static_cast<std::size_t>(row_of(token))];
    return tokens;
  }

  /// X·W of a head for "embedding.q", "embedding.k" or "embedding.v", given by --set or seeded.
  Matrix projection(const Matrix& vectors, const std::string& name, Index head) const {
    const Index width = vectors.cols();
    const Index size = std::max<Index>(1, width / choice_.projections);
    const Fallback seeded{.spread = 1.0 / std::sqrt(static_cast<double>(width))};
    const std::string own = name + "." + std::to_string(head);
    const ConstMatrixView weights = parameters_.get(own, size, width, seeded);
    Matrix result(vectors.rows(), size);
    kernels::linear(vectors, kernels::pack(weights), {}, result);
    return result;
  }

  Projected project(const Matrix& vectors) const {
    if (choice_.projections == 0) return {{vectors}, {vectors}, {vectors}};
    Projected projected;
    for (Index head = 0; head < choice_.projections; ++head) {
      projected.q.push_back(projection(vectors, "embedding.q", head));
      projected.k.push_back(projection(vectors, "embedding.k", head));
      projected.v.push_back(projection(vectors, "embedding.v", head));
    }
    return projected;
  }

  EmbeddingChoice choice_;
  Parameters parameters_;
  SourceInfo info_;
  EmbeddingTable table_;
  std::map<std::string, Index, std::less<>> rows_;
};

}  // namespace

std::unique_ptr<MapSource> open_embedding_source(const EmbeddingChoice& choice, Parameters parameters) {
  return std::make_unique<EmbeddingSource>(choice, std::move(parameters));
}

}  // namespace attnscope::cli
