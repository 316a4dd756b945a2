// A term of a score that looks a product of content and relative position up by distance.
#pragma once

#include <memory>

#include "attention/kernels/kernels.hpp"
#include "attention/prior/distance_bucket.hpp"
#include "attention/stages.hpp"
#include "attention/vectors.hpp"

namespace attnscope {

/// term(i, j) = scale · content[i or j] · rows[row(i - j)].
class RelativeTerm final : public Term {
 public:
  enum class Side { query, key };

  /// rows: [2·span x head size]; `head` and `rows` must outlive it.
  RelativeTerm(const Head& head, Side side, ConstMatrixView rows, const DistanceBuckets& buckets)
      : head_(head), side_(side), rows_(rows), buckets_(buckets), products_(content().rows, rows.rows) {
    kernels::scores(content(), rows, static_cast<float>(head.scale()), products_);
  }

  double at(Index query, Index key) const override {
    const Index token = side_ == Side::query ? query : key;
    return head_.scale() * dot(content().row(token), rows_.row(row(query, key)));
  }
  void write(const Tile& tile) const override {
    each(tile, [](float& score, float term) { score = term; });
  }
  void add(const Tile& tile) const override {
    each(tile, [](float& score, float term) { score += term; });
  }

 private:
  ConstMatrixView content() const { return side_ == Side::query ? head_.q : head_.k; }
  Index row(Index query, Index key) const {
    return buckets_.row(head_.query_position(query) - head_.key_position(key));
  }

  template <typename Action>
  void each(const Tile& tile, Action action) const {
    for (Index place = 0; place < tile.scores.rows; ++place) {
      const Index query = tile.first_query + place;
      for (Index key = 0; key < tile.scores.cols; ++key) {
        action(tile.scores(place, key), products_(side_ == Side::query ? query : key, row(query, key)));
      }
    }
  }

  Head head_;
  Side side_;
  ConstMatrixView rows_;
  DistanceBuckets buckets_;
  Matrix products_;  // of every token's content with every row
};

}  // namespace attnscope
