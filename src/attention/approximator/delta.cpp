// The delta rule: a memory of fast weights that is corrected, not only added to; a gate lets it fade first.
//
//   W ← α W;  W ← W + β (v - Wk) kᵀ;  output = W q
//
// Keys are brought to length one, queries too where asked. With decay alone (no correction) it is gated
// linear attention.
#include <cmath>
#include <string>

#include "attention/stages.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

struct DeltaSettings {
  bool corrects = true;
  bool has_unit_keys = true;
  bool has_unit_queries = false;
  double rate = 1.0;   // β where the model gives none
  double decay = 1.0;  // α where the model gives none
  bool is_scaled = false;
};

void make_unit(DoubleMatrix& rows) {
  for (Index row = 0; row < rows.rows(); ++row) {
    const double length = std::sqrt(dot(rows.row(row), rows.row(row)));
    for (double& number : rows.row(row)) number = length > 0.0 ? number / length : 0.0;
  }
}

class DeltaOperator final : public Operator {
 public:
  DeltaOperator(DoubleMatrix q, DoubleMatrix k, const DeltaSettings& settings)
      : q_(std::move(q)), k_(std::move(k)), settings_(settings) {}

  DoubleMatrix apply(ConstDoubleMatrixView v) const override {
    DoubleMatrix memory(k_.cols(), v.cols);  // Wᵀ
    DoubleMatrix output(q_.rows(), v.cols);
    for (Index step = 0; step < q_.rows(); ++step) {
      if (step < k_.rows()) learn(step, v.row(step), memory);
      for (Index feature = 0; feature < k_.cols(); ++feature) {
        for (Index col = 0; col < v.cols; ++col)
          output(step, col) += q_(step, feature) * memory(feature, col);
      }
    }
    return output;
  }

 private:
  void learn(Index step, std::span<const double> value, DoubleMatrix& memory) const {
    for (double& number : memory.numbers()) number *= settings_.decay;
    std::vector<double> change(value.begin(), value.end());
    for (Index feature = 0; settings_.corrects && feature < k_.cols(); ++feature) {
      for (std::size_t col = 0; col < change.size(); ++col) {
        change[col] -= k_(step, feature) * memory(feature, static_cast<Index>(col));
      }
    }
    for (Index feature = 0; feature < k_.cols(); ++feature) {
      for (std::size_t col = 0; col < change.size(); ++col) {
        memory(feature, static_cast<Index>(col)) += settings_.rate * k_(step, feature) * change[col];
      }
    }
  }

  DoubleMatrix q_;
  DoubleMatrix k_;
  DeltaSettings settings_;
};

class Delta final : public Approximator {
 public:
  explicit Delta(const DeltaSettings& settings) : settings_(settings) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::any_sign; }
  bool can_be_causal() const override { return true; }
  bool is_always_causal() const override { return true; }
  Cost cost(const Sizes& sizes) const override {
    const double state = static_cast<double>(sizes.head_size) * static_cast<double>(sizes.value_size);
    const double steps = static_cast<double>(sizes.keys);
    return {.flops = (settings_.corrects ? 7.0 : 5.0) * steps * state,
            .bytes = 4.0 * (steps * static_cast<double>(2 * sizes.head_size + 2 * sizes.value_size) + state)};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    DoubleMatrix q = to_double(head.q);
    DoubleMatrix k = to_double(head.k);
    if (settings_.has_unit_keys) make_unit(k);
    if (settings_.has_unit_queries) make_unit(q);
    if (settings_.is_scaled) {
      for (double& number : q.numbers()) number *= head.scale();
    }
    return std::make_unique<DeltaOperator>(std::move(q), std::move(k), settings_);
  }

 private:
  DeltaSettings settings_;
};

const Setting rate_setting{.name = "rate",
                           .type = Setting::Type::real,
                           .fallback = "1",
                           .least = 0,
                           .most = 2,
                           .meaning = "β, how far the memory is corrected"};
const Setting scaled_setting{.name = "scaled",
                             .type = Setting::Type::text,
                             .fallback = "no",
                             .meaning = "queries divided by √d",
                             .choices = {"no", "yes"}};

const Registered<Approximator> registered_delta{
    {{
         .name = "delta",
         .summary = "fast weights corrected by the delta rule (DeltaNet)",
         .paper =
             "Schlag et al. 2021, Linear transformers are secretly fast weight programmers; Yang et al. 2024",
         .formula = "W ← W + β(v - Wk)kᵀ, o = Wq",
         .cost = "nd²",
         .settings = {rate_setting,
                      scaled_setting,
                      {.name = "unit-queries",
                       .type = Setting::Type::text,
                       .fallback = "no",
                       .meaning = "queries brought to length one, as keys are",
                       .choices = {"no", "yes"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Delta>(
           DeltaSettings{.has_unit_queries = settings.text("unit-queries") == "yes",
                         .rate = settings.real("rate"),
                         .is_scaled = settings.text("scaled") == "yes"});
     }}};

const Setting decay_setting{.name = "decay",
                            .type = Setting::Type::real,
                            .fallback = "0.9",
                            .least = 0,
                            .most = 1,
                            .meaning = "α, what is left of the memory at each step"};

const Registered<Approximator> registered_gated{
    {{
         .name = "gated-delta",
         .summary = "the delta rule on a memory that fades",
         .paper = "Yang et al. 2025, Gated delta networks",
         .formula = "W ← αW, W ← W + β(v - Wk)kᵀ, o = Wq",
         .cost = "nd²",
         .settings = {rate_setting, decay_setting, scaled_setting},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Delta>(DeltaSettings{.rate = settings.real("rate"),
                                                    .decay = settings.real("decay"),
                                                    .is_scaled = settings.text("scaled") == "yes"});
     }}};

const Registered<Approximator> registered_gla{
    {{
         .name = "simple-gla",
         .summary = "linear attention with one decay, without a denominator (Mamba-2's form)",
         .paper = "Yang et al. 2024, Gated linear attention; Dao and Gu 2024, Transformers are SSMs",
         .formula = "A = (QKᵀ/√d) ∘ α^(i-j), j ≤ i",
         .cost = "nd²",
         .settings = {decay_setting},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<Delta>(DeltaSettings{
           .corrects = false, .has_unit_keys = false, .decay = settings.real("decay"), .is_scaled = true});
     }}};

}  // namespace
}  // namespace attnscope
