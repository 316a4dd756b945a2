// What the engine is given: the queries, keys and values of one layer, and where they stand.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "attention/parameters.hpp"
#include "core/matrix.hpp"

namespace attnscope {

struct Head;

/// One layer's attention. All matrices belong to somebody else and must outlive it.
struct Layer {
  Index index = 0;  ///< from 0
  Index count = 1;  ///< layers of the model

  std::vector<ConstMatrixView> q;  ///< a head each: [queries x head size]
  std::vector<ConstMatrixView>
      k;  ///< a head each: [keys x head size]; heads that share keys hold the same view
  std::vector<ConstMatrixView>
      v;  ///< a head each: [keys x value size], or none where only weights are wanted

  ConstMatrixView query_states =
      {};                           ///< what the queries were projected from [queries x width]; may be empty
  ConstMatrixView key_states = {};  ///< what the keys were projected from [keys x width]; may be empty

  std::span<const Index> query_positions = {};  ///< empty means 0, 1, 2, …
  std::span<const Index> key_positions = {};
  std::span<const Index> query_documents =
      {};  ///< which document (or segment) each query is of; empty means one
  std::span<const Index> key_documents = {};

  double scale = 0.0;                      ///< factor of scaled similarities; 0 means 1/√(head size)
  const Parameters* parameters = nullptr;  ///< required by stages with learned parameters

  Index heads() const { return static_cast<Index>(q.size()); }
  Index queries() const { return q.empty() ? 0 : q.front().rows; }
  Index keys() const { return k.empty() ? 0 : k.front().rows; }
  Head head(Index index) const;
};

/// One head of a layer, as a stage sees it when it prepares.
struct Head {
  ConstMatrixView q;  ///< [queries x head size]
  ConstMatrixView k;  ///< [keys x head size]
  ConstMatrixView v;  ///< [keys x value size], may be empty
  Index index = 0;    ///< from 0, in its layer
  const Layer* layer = nullptr;

  Index queries() const { return q.rows; }
  Index keys() const { return k.rows; }
  Index size() const { return q.cols; }
  double scale() const {
    return layer->scale != 0.0 ? layer->scale : 1.0 / std::sqrt(static_cast<double>(q.cols));
  }
  Index query_position(Index query) const {
    return layer->query_positions.empty() ? query : layer->query_positions[static_cast<std::size_t>(query)];
  }
  Index key_position(Index key) const {
    return layer->key_positions.empty() ? key : layer->key_positions[static_cast<std::size_t>(key)];
  }
  Index query_document(Index query) const {
    return layer->query_documents.empty() ? 0 : layer->query_documents[static_cast<std::size_t>(query)];
  }
  Index key_document(Index key) const {
    return layer->key_documents.empty() ? 0 : layer->key_documents[static_cast<std::size_t>(key)];
  }
  /// What the queries and keys were projected from, or themselves where that is not known. [tokens x width]
  ConstMatrixView query_input() const { return layer->query_states.empty() ? q : layer->query_states; }
  ConstMatrixView key_input() const { return layer->key_states.empty() ? k : layer->key_states; }
  /// A learned parameter of this layer and head: "NAME.layer.head" if given, else "NAME", else the fallback
  /// (seeded under the first name, so that heads differ). [rows x cols]
  ConstMatrixView parameter(std::string_view name, Index rows, Index cols, const Fallback& fallback) const;
  /// A learned parameter that all heads of all layers share: "NAME".
  ConstMatrixView shared_parameter(std::string_view name, Index rows, Index cols,
                                   const Fallback& fallback) const;
};

}  // namespace attnscope
