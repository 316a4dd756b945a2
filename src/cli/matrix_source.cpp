#include "cli/matrix_source.hpp"

#include <utility>

#include "core/error.hpp"
#include "core/npy.hpp"
#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

/// A file's numbers as one matrix a head.
struct HeadMatrices {
  std::string file;
  FloatArray array;
  Index heads = 1;
  Index rows = 0;
  Index cols = 0;

  ConstMatrixView head(Index index) const { return {array.numbers.data() + index * rows * cols, rows, cols}; }
};

HeadMatrices read_heads(const std::string& file) {
  HeadMatrices matrices{.file = printable(file, 400), .array = read_npy(file)};
  const std::vector<Index>& shape = matrices.array.shape;
  if (shape.size() != 2 && shape.size() != 3) {
    throw Error(Error::Kind::input,
                matrices.file + ": expected [n, d] or [heads, n, d], found " + python_shape(shape));
  }
  matrices.heads = shape.size() == 3 ? shape.front() : 1;
  matrices.rows = shape[shape.size() - 2];
  matrices.cols = shape.back();
  if (matrices.heads == 0 || matrices.rows == 0 || matrices.cols == 0) {
    throw Error(Error::Kind::input,
                matrices.file + ": expected numbers, found the shape " + python_shape(shape));
  }
  return matrices;
}

void check_together(const HeadMatrices& one, const HeadMatrices& other, bool is_same,
                    const std::string& what) {
  if (is_same) return;
  throw Error(Error::Kind::input, other.file + ": expected " + what + " as in " + one.file + " " +
                                      python_shape(one.array.shape) + ", found " +
                                      python_shape(other.array.shape));
}

TokenizedText numbered_tokens(Index count) {
  TokenizedText text;
  for (Index index = 0; index < count; ++index) {
    const std::string name = std::to_string(index);
    text.text += (index > 0 ? " " : "") + name;
    text.tokens.push_back({.text = name, .label = name, .id = index, .word = index});
  }
  return text;
}

class MatrixSource final : public MapSource {
 public:
  MatrixSource(const MatrixFiles& files, Parameters parameters)
      : q_(read_heads(files.q)), k_(read_heads(files.k)), parameters_(std::move(parameters)) {
    check_together(q_, k_, q_.heads == k_.heads && q_.cols == k_.cols, "heads and size");
    layer_.parameters = &parameters_;
    for (Index head = 0; head < q_.heads; ++head) {
      layer_.q.push_back(q_.head(head));
      layer_.k.push_back(k_.head(head));
    }
    if (!files.v.empty()) {
      v_ = read_heads(files.v);
      check_together(k_, v_, v_.heads == k_.heads && v_.rows == k_.rows, "heads and rows");
      for (Index head = 0; head < v_.heads; ++head) layer_.v.push_back(v_.head(head));
    }
    if (!files.states.empty()) {
      states_ = read_heads(files.states);
      check_together(q_, states_, states_.heads == 1 && states_.rows == q_.rows, "rows, in two dimensions,");
      layer_.query_states = states_.head(0);
      layer_.key_states = states_.head(0);
    }
    info_.name = "given matrices";
    info_.heads = q_.heads;
    info_.has_layers = false;
    info_.facts = {{"name", "given matrices"}, {"q", q_.file}, {"k", k_.file}};
    if (!files.v.empty()) info_.facts.emplace_back("v", v_.file);
  }

  const SourceInfo& info() const override { return info_; }

  TextMaps compute(const InputText& text, const MapRequest& request, ThreadPool& pool) override {
    if (!request.origins.empty() || request.against != nullptr) {
      throw Error(Error::Kind::usage, "--query-from, --key-from, --value-from and --against need a model");
    }
    TextMaps result;
    result.queries = numbered_tokens(q_.rows);
    if (k_.rows != q_.rows) result.keys = numbered_tokens(k_.rows);
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

  void visit(const InputText& /*text*/, const MapRequest& /*request*/,
             const std::function<void(const AttentionSite& site)>& visit, ThreadPool& /*pool*/) override {
    const Recipe own = standard_recipe();
    visit({.kind = AttentionSite::Kind::self, .layer = layer_, .own = &own});
  }

 private:
  HeadMatrices q_;
  HeadMatrices k_;
  HeadMatrices v_;
  HeadMatrices states_;
  Parameters parameters_;
  Layer layer_;
  SourceInfo info_;
};

}  // namespace

std::unique_ptr<MapSource> open_matrix_source(const MatrixFiles& files, Parameters parameters) {
  return std::make_unique<MatrixSource>(files, std::move(parameters));
}

}  // namespace attnscope::cli
