// Scores evolve from layer to layer: mixed with those of the layer below, then in part convolved, heads as
// channels.
//
//   I = (1-β)·S(l) + β·S(l-1)      S(l) ← α·ReLU(conv₃ₓ₃(I)) + (1-α)·I
#include <algorithm>
#include <string>

#include "attention/stages.hpp"

namespace attnscope {
namespace {

using Flags = BasicMatrix<std::uint8_t>;

bool hides_the_future(const Flags& allowed) {
  for (Index query = 0; query < allowed.rows(); ++query) {
    for (Index key = query + 1; key < allowed.cols(); ++key) {
      if (allowed(query, key) != 0) return false;
    }
  }
  return true;
}

/// What the convolution reads: the scores of all heads, and which pairs may meet.
struct Inputs {
  std::vector<DoubleMatrix> heads;
  const std::vector<Flags>* allowed = nullptr;
  std::vector<bool> hides_the_future = {};
};

/// The 3x3 convolution over all heads for one output head. Pairs that may not meet count as zero, and where the
/// future is hidden the row below the query does too, or a later token would change an earlier row.
double convolve(const Inputs& inputs, ConstMatrixView kernel, Index query, Index key) {
  double sum = 0.0;
  for (std::size_t head = 0; head < inputs.heads.size(); ++head) {
    const DoubleMatrix& scores = inputs.heads[head];
    const Flags& allowed = (*inputs.allowed)[head];
    const Index last_row = std::min(inputs.hides_the_future[head] ? query : query + 1, scores.rows() - 1);
    const Index last_col = std::min(key + 1, scores.cols() - 1);
    for (Index row = std::max<Index>(0, query - 1); row <= last_row; ++row) {
      for (Index col = std::max<Index>(0, key - 1); col <= last_col; ++col) {
        if (allowed(row, col) == 0) continue;
        const Index tap = 3 * (row - query + 1) + (col - key + 1);
        sum += static_cast<double>(kernel(static_cast<Index>(head), tap)) * scores(row, col);
      }
    }
  }
  return sum;
}

class Evolving final : public Mixer {
 public:
  Evolving(double alpha, double beta) : alpha_(alpha), beta_(beta) {}
  Place place() const override { return Place::scores; }
  bool reads_previous_layer() const override { return true; }

  void mix(LayerMaps& maps, const Layer& layer) const override {
    if (maps.previous != nullptr) {
      for (std::size_t head = 0; head < maps.heads.size(); ++head) {
        const std::span<double> scores = maps.heads[head].numbers();
        const std::span<const double> previous = (*maps.previous)[head].numbers();
        for (std::size_t place = 0; place < scores.size(); ++place) {
          scores[place] = (1.0 - beta_) * scores[place] + beta_ * previous[place];
        }
      }
    }
    if (alpha_ > 0.0) evolve(maps, layer);
  }

 private:
  void evolve(LayerMaps& maps, const Layer& layer) const {
    const Index heads = layer.heads();
    const double spread = 1.0 / std::sqrt(9.0 * static_cast<double>(heads));
    const ConstMatrixView kernels = layer.parameters->get("evolving.W." + std::to_string(layer.index),
                                                          heads * heads, 9, {.spread = spread});
    Inputs inputs{.heads = maps.heads, .allowed = maps.allowed};
    for (const Flags& allowed : *maps.allowed) inputs.hides_the_future.push_back(hides_the_future(allowed));
    for (Index head = 0; head < heads; ++head) {
      DoubleMatrix& scores = maps.heads[static_cast<std::size_t>(head)];
      const ConstMatrixView kernel = kernels.row_range(head * heads, heads);
      for (Index query = 0; query < scores.rows(); ++query) {
        for (Index key = 0; key < scores.cols(); ++key) {
          const double evolved = std::max(0.0, convolve(inputs, kernel, query, key));
          scores(query, key) = alpha_ * evolved + (1.0 - alpha_) * scores(query, key);
        }
      }
    }
  }

  double alpha_;
  double beta_;
};

const Registered<Mixer> registered{
    {{
         .name = "evolving",
         .summary = "scores are mixed with those of the layer below and convolved",
         .paper = "Wang et al. 2021, Evolving attention with residual convolutions",
         .formula = "I = (1-β)S(l) + βS(l-1), S(l) ← α·max(conv(I), 0) + (1-α)I, conv by the parameter "
                    "evolving.W.LAYER",
         .cost = "9H²n²",
         .settings = {{.name = "alpha",
                       .type = Setting::Type::real,
                       .fallback = "0.3",
                       .most = 1,
                       .meaning = "α: share of the convolved scores"},
                      {.name = "beta",
                       .type = Setting::Type::real,
                       .fallback = "0.5",
                       .most = 1,
                       .meaning = "β: share of the layer below"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Mixer> {
       return std::make_unique<Evolving>(settings.real("alpha"), settings.real("beta"));
     }}};

}  // namespace
}  // namespace attnscope
