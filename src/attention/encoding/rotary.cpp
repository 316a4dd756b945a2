// Each pair of values of a query or key turns by position · frequency, so that scores depend on how far apart
// two tokens stand:
//
//   (a, b) → m·(a·cos pθ - b·sin pθ, b·cos pθ + a·sin pθ)
#include <cmath>
#include <string>
#include <vector>

#include "attention/stages.hpp"
#include "core/error.hpp"

namespace attnscope {
namespace {

class Rotary final : public Encoding {
 public:
  Rotary(const std::string& pairing, Index size, double base, double magnitude)
      : is_half_(pairing == "half"), size_(size), base_(base), magnitude_(magnitude) {}

  void encode(MatrixView q, MatrixView k, const Head& head) const override {
    const Index size = size_ == 0 ? head.size() : size_;
    if (size > head.size() || size % 2 != 0) {
      throw Error(Error::Kind::usage, "encoding 'rotary': expected an even size of at most " +
                                          std::to_string(head.size()) + ", found " + std::to_string(size));
    }
    const std::vector<double> frequencies = frequencies_of(head, size);
    for (Index query = 0; query < q.rows; ++query) {
      turn(q.row(query), static_cast<double>(head.query_position(query)), frequencies);
    }
    for (Index key = 0; key < k.rows; ++key) {
      turn(k.row(key), static_cast<double>(head.key_position(key)), frequencies);
    }
  }

 private:
  /// A model's own frequencies, of the layer or of all layers, or else base^(-2i/size).
  std::vector<double> frequencies_of(const Head& head, Index size) const {
    std::vector<double> frequencies;
    const Parameters* given = head.layer->parameters;
    for (const std::string& name :
         {"rotary.frequencies." + std::to_string(head.layer->index), std::string("rotary.frequencies")}) {
      if (given == nullptr || !given->has(name)) continue;
      const ConstMatrixView row = given->get(name, 1, size / 2, {});
      for (const float frequency : row.row(0)) frequencies.push_back(static_cast<double>(frequency));
      return frequencies;
    }
    for (Index pair = 0; pair < size / 2; ++pair) {
      frequencies.push_back(std::pow(base_, -2.0 * static_cast<double>(pair) / static_cast<double>(size)));
    }
    return frequencies;
  }

  void turn(std::span<float> values, double position, const std::vector<double>& frequencies) const {
    const std::size_t pairs = frequencies.size();
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const double cosine = magnitude_ * std::cos(position * frequencies[pair]);
      const double sine = magnitude_ * std::sin(position * frequencies[pair]);
      float& first = values[is_half_ ? pair : 2 * pair];
      float& second = values[is_half_ ? pair + pairs : 2 * pair + 1];
      const auto a = static_cast<double>(first);
      const auto b = static_cast<double>(second);
      first = static_cast<float>(a * cosine - b * sine);
      second = static_cast<float>(b * cosine + a * sine);
    }
  }

  bool is_half_;
  Index size_;  // values of a head that turn
  double base_;
  double magnitude_;
};

const Registered<Encoding> registered{
    {{
         .name = "rotary",
         .summary = "pairs of values turn with the position, so that scores follow the distance",
         .paper = "Su et al. 2021, RoFormer: enhanced transformer with rotary position embedding",
         .formula = "pair p turns by position·base^(-2p/size); parameter rotary.frequencies",
         .cost = "nd",
         .settings = {{.name = "pairing",
                       .type = Setting::Type::text,
                       .fallback = "half",
                       .meaning = "values p and p + size/2, or 2p and 2p + 1",
                       .choices = {"half", "adjacent"}},
                      {.name = "size",
                       .fallback = "0",
                       .most = 65536,
                       .meaning = "values of a head that turn; 0 means all"},
                      {.name = "base",
                       .type = Setting::Type::real,
                       .fallback = "10000",
                       .least = 1.0,
                       .most = 1e12,
                       .meaning = "the slowest pair turns about base times slower than the fastest"},
                      {.name = "magnitude",
                       .type = Setting::Type::real,
                       .fallback = "1",
                       .least = 1e-3,
                       .most = 1e3,
                       .meaning = "factor of the values that turn"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Encoding> {
       return std::make_unique<Rotary>(settings.text("pairing"), settings.integer("size"),
                                       settings.real("base"), settings.real("magnitude"));
     }}};

}  // namespace
}  // namespace attnscope
