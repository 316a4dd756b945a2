// The queries are the keys too: K ← Q, divided by its length where asked for.
#include <cmath>
#include <string>

#include "attention/stages.hpp"
#include "attention/vectors.hpp"
#include "core/error.hpp"

namespace attnscope {
namespace {

class SharedQk final : public Encoding {
 public:
  explicit SharedQk(bool has_unit_keys) : has_unit_keys_(has_unit_keys) {}

  void encode(MatrixView q, MatrixView k, const Head& /*head*/) const override {
    if (q.rows != k.rows || q.cols != k.cols) {
      throw Error(Error::Kind::usage, "encoding shared-qk: expected as many queries as keys, found " +
                                          std::to_string(q.rows) + " and " + std::to_string(k.rows));
    }
    for (Index token = 0; token < q.rows; ++token) {
      const double length = has_unit_keys_ ? std::sqrt(squared_norm(q.row(token))) : 1.0;
      for (Index col = 0; col < q.cols; ++col) {
        k(token, col) = length > 0.0 ? static_cast<float>(static_cast<double>(q(token, col)) / length) : 0.0F;
      }
    }
  }

 private:
  bool has_unit_keys_;
};

const Registered<Encoding> registered{
    {{
         .name = "shared-qk",
         .summary = "the queries are the keys too",
         .paper = "Kitaev, Kaiser & Levskaya 2020, Reformer: the efficient transformer",
         .formula = "K ← Q, or Q/‖Q‖",
         .cost = "nd",
         .settings = {{.name = "keys",
                       .type = Setting::Type::text,
                       .fallback = "as-is",
                       .meaning = "keys of length one make the scores unsymmetric again",
                       .choices = {"as-is", "unit"}}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Encoding> {
       return std::make_unique<SharedQk>(settings.text("keys") == "unit");
     }}};

}  // namespace
}  // namespace attnscope
