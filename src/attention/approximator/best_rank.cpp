// The best map of rank k: the exact softmax map cut off after k singular values (Eckart and Young). It costs
// more than the exact map and is here as the floor that no method of rank k can go below.
#include <algorithm>

#include <Eigen/SVD>

#include "attention/product_operator.hpp"
#include "attention/recipe_cost.hpp"

namespace attnscope {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class BestRank final : public Approximator {
 public:
  explicit BestRank(Index rank) : rank_(rank) {}
  MapClass map_class(Direction /*direction*/) const override { return MapClass::any_sign; }
  Cost cost(const Sizes& sizes) const override {
    const double rows = static_cast<double>(sizes.queries);
    const double keys = static_cast<double>(sizes.keys);
    // Golub and Reinsch: about 14 m n² for the decomposition, beside the exact scores.
    return {.flops = 2.0 * rows * keys * static_cast<double>(sizes.head_size) + 14.0 * rows * keys * keys +
                     2.0 * static_cast<double>(rank_) * (rows + keys) * static_cast<double>(sizes.value_size),
            .bytes = data_bytes(sizes) + 8.0 * rows * keys};
  }

  std::unique_ptr<const Operator> prepare(const Head& head, Direction /*direction*/) const override {
    const DoubleMatrix exact = softmax_scores(to_double(head.q), to_double(head.k), head.scale());
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(
        Eigen::Map<const Dense>(exact.data(), exact.rows(), exact.cols()),
        Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Index rank = std::min<Index>(rank_, svd.singularValues().size());
    DoubleMatrix left(exact.rows(), rank);
    DoubleMatrix right(rank, exact.cols());
    for (Index place = 0; place < rank; ++place) {
      for (Index row = 0; row < exact.rows(); ++row)
        left(row, place) = svd.matrixU()(row, place) * svd.singularValues()(place);
      for (Index col = 0; col < exact.cols(); ++col) right(place, col) = svd.matrixV()(col, place);
    }
    std::vector<DoubleMatrix> factors;
    factors.push_back(std::move(left));
    factors.push_back(std::move(right));
    return product_operator(std::move(factors));
  }

 private:
  Index rank_;
};

const Registered<Approximator> registered{
    {{
         .name = "best-rank",
         .summary = "the exact map cut to rank k by its singular values: the floor for all low-rank methods",
         .paper = "Eckart and Young 1936, The approximation of one matrix by another of lower rank",
         .formula = "A = U_k Σ_k V_kᵀ of softmax(QKᵀ/√d)",
         .cost = "n³",
         .settings = {{.name = "k", .fallback = "8", .least = 1, .most = 1e6, .meaning = "rank"}},
     },
     [](const Settings& settings) -> std::unique_ptr<const Approximator> {
       return std::make_unique<BestRank>(settings.integer("k"));
     }}};

}  // namespace
}  // namespace attnscope
