// Keys unpacked from a small latent vector that all heads share, and one rotary key beside it:
//
//   c = rms(W_d x)    S(i, j) = (qᵢ·W_u cⱼ + rot(W_a qᵢ)·rot(W_b xⱼ))/√(d + r)
#include <cmath>

#include "attention/by_pair.hpp"
#include "attention/vectors.hpp"

namespace attnscope {
namespace {

/// Divides each row by the root of its mean square.
void normalise_rows(DoubleMatrix& rows) {
  for (Index index = 0; index < rows.rows(); ++index) {
    double sum = 0.0;
    for (const double number : rows.row(index)) sum += number * number;
    const double size = std::sqrt(sum / static_cast<double>(rows.cols()) + 1e-6);
    for (double& number : rows.row(index)) number /= size;
  }
}

/// Turns the pairs (2p, 2p+1) of each row by position · 10000^(-2p/r).
template <typename Position>
void rotate_rows(DoubleMatrix& rows, Position position) {
  for (Index index = 0; index < rows.rows(); ++index) {
    for (Index col = 0; col + 1 < rows.cols(); col += 2) {
      const double slowness = std::pow(10000.0, -static_cast<double>(col) / static_cast<double>(rows.cols()));
      const double angle = static_cast<double>(position(index)) * slowness;
      const double first = rows(index, col);
      const double second = rows(index, col + 1);
      rows(index, col) = first * std::cos(angle) - second * std::sin(angle);
      rows(index, col + 1) = first * std::sin(angle) + second * std::cos(angle);
    }
  }
}

class Latent final : public Similarity {
 public:
  Latent(Index latent_size, Index rotary_size) : latent_size_(latent_size), rotary_size_(rotary_size) {}

  std::unique_ptr<const Term> prepare(const Head& head) const override {
    const auto inward = [](Index size) {
      return Fallback{.spread = 1.0 / std::sqrt(static_cast<double>(size))};
    };
    const ConstMatrixView inputs = head.key_input();
    const ConstMatrixView down = head.shared_parameter("latent.Wd." + std::to_string(head.layer->index),
                                                       latent_size_, inputs.cols, inward(inputs.cols));
    const ConstMatrixView up = head.parameter("latent.Wu", head.size(), latent_size_, inward(latent_size_));
    DoubleMatrix latents = product_transposed(inputs, down);
    normalise_rows(latents);
    DoubleMatrix rotary_q;
    DoubleMatrix rotary_k;
    if (rotary_size_ > 0) {
      rotary_q = product_transposed(
          head.q, head.parameter("latent.Wa", rotary_size_, head.size(), inward(head.size())));
      rotary_k =
          product_transposed(inputs, head.shared_parameter("latent.Wb." + std::to_string(head.layer->index),
                                                           rotary_size_, inputs.cols, inward(inputs.cols)));
      rotate_rows(rotary_q, [&](Index query) { return head.query_position(query); });
      rotate_rows(rotary_k, [&](Index key) { return head.key_position(key); });
    }
    const double scale = 1.0 / std::sqrt(static_cast<double>(head.size() + rotary_size_));
    return term_by_pair([q = to_double(head.q), k = product_transposed(latents, to_double(up)), scale,
                         rotary_q = std::move(rotary_q),
                         rotary_k = std::move(rotary_k)](Index query, Index key) {
      const double place = rotary_q.empty() ? 0.0 : dot(rotary_q.row(query), rotary_k.row(key));
      return scale * (dot(q.row(query), k.row(key)) + place);
    });
  }
  bool is_position_free() const override { return false; }

 private:
  Index latent_size_;
  Index rotary_size_;
};

const Registered<Similarity> registered{
    {{
         .name = "latent",
         .summary = "keys unpacked from a latent vector that all heads share (MLA)",
         .paper =
             "DeepSeek-AI 2024, DeepSeek-V2: a strong, economical, and efficient mixture-of-experts model",
         .formula = "S = (q·Wu·rms(Wd·x) + rot(Wa·q)·rot(Wb·x))/√(d+r), parameters latent.Wd, .Wu, .Wa, .Wb",
         .cost = "n²(d+r) + n·latent·(width+d)",
         .settings = {{.name = "size",
                       .fallback = "512",
                       .least = 1,
                       .most = 65536,
                       .meaning = "numbers in a latent vector"},
                      {.name = "rotary",
                       .fallback = "64",
                       .most = 65536,
                       .meaning = "size r of the rotary part; 0 leaves it out"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Similarity> {
       return std::make_unique<Latent>(settings.integer("size"), settings.integer("rotary"));
     }}};

}  // namespace
}  // namespace attnscope
