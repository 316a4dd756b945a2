// The stages of attention, in the order in which the engine composes them:
//
//   encode → similarity → mix scores → prior → cap → pattern → normaliser → mix weights
//
// Each stage is one small interface with a registry. A variant of a stage is one file in the folder of its
// name. What a stage prepares for a head says what it is, in double and for one (query, key) or one row: that
// is its definition, which the tests compose into an oracle. Beside it may stand a faster path over a tile.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "attention/layer.hpp"
#include "attention/map_class.hpp"
#include "core/matrix.hpp"
#include "core/registry.hpp"

namespace attnscope {

/// Whole rows of a head's scores: row 0 is the query `first_query`, column j the key j. [some queries x keys]
struct Tile {
  MatrixView scores;
  Index first_query = 0;
};

/// Turns Q and K before they meet, by position for instance.
class Encoding {
 public:
  static constexpr std::string_view family = "encoding";
  virtual ~Encoding() = default;
  /// In place. q: [queries x head size], k: [keys x head size].
  virtual void encode(MatrixView q, MatrixView k, const Head& head) const = 0;
};

/// A number for each pair, prepared for one head: a similarity or a prior. Thread safety: const use from any
/// thread.
class Term {
 public:
  virtual ~Term() = default;
  /// The definition.
  virtual double at(Index query, Index key) const = 0;
  /// Sets every score of the tile to the term.
  virtual void write(const Tile& tile) const = 0;
  /// Adds the term to every score of the tile.
  virtual void add(const Tile& tile) const = 0;
};

/// How alike a query and a key are. A similarity may ignore the keys.
class Similarity {
 public:
  static constexpr std::string_view family = "similarity";
  virtual ~Similarity() = default;
  /// The result may look at the head's matrices, which outlive it.
  virtual std::unique_ptr<const Term> prepare(const Head& head) const = 0;
  /// Whether reordering the tokens only reorders the scores.
  virtual bool is_position_free() const { return true; }
  /// Whether S(i, j) = S(j, i) when Q = K.
  virtual bool is_symmetric() const { return false; }
};

/// What is known of a pair before looking, added to its score.
class Prior {
 public:
  static constexpr std::string_view family = "prior";
  virtual ~Prior() = default;
  virtual std::unique_ptr<const Term> prepare(const Head& head) const = 0;
};

/// A soft limit on scores.
class Cap {
 public:
  static constexpr std::string_view family = "cap";
  virtual ~Cap() = default;
  virtual double cap(double score) const = 0;
};

/// Keys from `first` up to, not including, `last`.
struct KeyRange {
  Index first = 0;
  Index last = 0;
};

/// Which pairs may meet, prepared for one head. Thread safety: const use from any thread.
class Mask {
 public:
  virtual ~Mask() = default;
  /// The definition: sets allowed[key] to 0 for each key that this query may not see, and never sets one
  /// to 1. scores: the query's capped scores, one a key; keys already excluded are to be ignored.
  virtual void restrict(Index query, std::span<const float> scores,
                        std::span<std::uint8_t> allowed) const = 0;
  /// No key outside this range is allowed; lets the engine skip work.
  virtual KeyRange range(Index query) const = 0;
  /// Whether `restrict` reads the scores (a pattern that follows the content).
  virtual bool reads_scores() const { return false; }
};

class Pattern {
 public:
  static constexpr std::string_view family = "pattern";
  virtual ~Pattern() = default;
  virtual std::unique_ptr<const Mask> prepare(const Head& head) const = 0;
  /// Whether it allows every pair, so that there is nothing to do.
  virtual bool is_full() const { return false; }
  /// Whether no query sees a later key.
  virtual bool is_causal() const { return false; }
  /// Pairs allowed among n queries and n keys, or -1 where that depends on more than n.
  virtual Index allowed_pairs(Index /*n*/) const { return -1; }
};

/// A row of scores to a row of weights.
class Normaliser {
 public:
  static constexpr std::string_view family = "normaliser";
  virtual ~Normaliser() = default;
  virtual MapClass map_class() const = 0;
  /// Whether adding a constant to a row's scores changes nothing.
  virtual bool is_shift_invariant() const { return false; }
  /// Whether it must see all rows at once.
  virtual bool needs_whole_matrix() const { return false; }
  /// The definition, in place on whole rows: excluded pairs hold -infinity and become 0; a row without any
  /// allowed key becomes zeros. rows: [some queries x keys], the first is the query `first_query`.
  virtual void normalise(DoubleMatrixView rows, Index first_query, const Head& head) const = 0;
  /// The same on floats; by default through double.
  virtual void normalise_tile(MatrixView rows, Index first_query, const Head& head) const;
};

/// The maps of all heads of one layer, for stages that let heads or layers exchange.
struct LayerMaps {
  std::vector<DoubleMatrix> heads;                      ///< each [queries x keys]
  const std::vector<DoubleMatrix>* previous = nullptr;  ///< scores that the layer below passed on, or none
  const std::vector<BasicMatrix<std::uint8_t>>* allowed = nullptr;  ///< a head each, 1 where a pair may meet
};

/// Heads, or layers, exchange scores or weights.
class Mixer {
 public:
  static constexpr std::string_view family = "mixer";
  enum class Place { scores, weights };
  virtual ~Mixer() = default;
  virtual Place place() const = 0;
  virtual bool reads_previous_layer() const { return false; }
  /// In place. Scores come before prior, cap and pattern; what they are after all score mixers is passed to
  /// the next layer.
  virtual void mix(LayerMaps& maps, const Layer& layer) const = 0;
  /// The class of the weights after mixing, for weight mixers.
  virtual MapClass map_class(MapClass before) const { return before; }
};

/// Operations counted, a multiply and an add as two; bytes moved to and from memory.
struct Cost {
  double flops = 0.0;
  double bytes = 0.0;
};

/// Sizes that a cost is computed from.
struct Sizes {
  Index queries = 0;
  Index keys = 0;
  Index head_size = 0;
  Index value_size = 0;
};

/// An attention that never forms its map, prepared for one head.
class Operator {
 public:
  virtual ~Operator() = default;
  /// The output for values v [keys x any], at the operator's own cost. [queries x v.cols]
  virtual DoubleMatrix apply(ConstDoubleMatrixView v) const = 0;
  /// The weights that it implies, ∂output/∂v [queries x keys]; by default apply(identity).
  virtual DoubleMatrix dense(Index keys) const;
};

/// Replaces everything from the similarity to the normaliser.
class Approximator {
 public:
  static constexpr std::string_view family = "approximator";
  enum class Direction { both, causal };
  virtual ~Approximator() = default;
  virtual std::unique_ptr<const Operator> prepare(const Head& head, Direction direction) const = 0;
  virtual MapClass map_class(Direction direction) const = 0;
  virtual bool can_be_causal() const { return false; }
  /// Whether it has only a causal form.
  virtual bool is_always_causal() const { return false; }
  virtual Cost cost(const Sizes& sizes) const = 0;
};

struct Recipe;

/// A recipe with a name.
class Variant {
 public:
  static constexpr std::string_view family = "variant";
  virtual ~Variant() = default;
  /// Sets the stages that make the variant; leaves the others.
  virtual void apply(Recipe& recipe) const = 0;
};

}  // namespace attnscope
