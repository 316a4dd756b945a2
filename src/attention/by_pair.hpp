// Makes prepared stages from a formula for one pair, so that a variant's file holds little but its formula.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "attention/stages.hpp"

namespace attnscope {
namespace detail {

template <typename Formula>
class PairTerm : public Term {
 public:
  explicit PairTerm(Formula formula) : formula_(std::move(formula)) {}
  double at(Index query, Index key) const override { return formula_(query, key); }
  void write(const Tile& tile) const override {
    each(tile, [](float& score, double term) { score = static_cast<float>(term); });
  }
  void add(const Tile& tile) const override {
    each(tile, [](float& score, double term) { score += static_cast<float>(term); });
  }

 private:
  template <typename Action>
  void each(const Tile& tile, Action action) const {
    for (Index row = 0; row < tile.scores.rows; ++row) {
      for (Index key = 0; key < tile.scores.cols; ++key) {
        action(tile.scores(row, key), formula_(tile.first_query + row, key));
      }
    }
  }
  Formula formula_;
};

template <typename Formula, typename Write>
class FastPairTerm final : public PairTerm<Formula> {
 public:
  FastPairTerm(Formula formula, Write write)
      : PairTerm<Formula>(std::move(formula)), write_(std::move(write)) {}
  void write(const Tile& tile) const override { write_(tile); }

 private:
  Write write_;
};

template <typename Allowed, typename Range>
class PairMask final : public Mask {
 public:
  PairMask(Allowed allowed, Range range) : allowed_(std::move(allowed)), range_(std::move(range)) {}
  void restrict(Index query, std::span<const float> /*scores*/,
                std::span<std::uint8_t> allowed) const override {
    for (std::size_t key = 0; key < allowed.size(); ++key) {
      if (!allowed_(query, static_cast<Index>(key))) allowed[key] = 0;
    }
  }
  KeyRange range(Index query) const override { return range_(query); }

 private:
  Allowed allowed_;
  Range range_;
};

}  // namespace detail

/// A term whose definition is formula(query, key) → double. The formula owns what it captures.
template <typename Formula>
std::unique_ptr<const Term> term_by_pair(Formula formula) {
  return std::make_unique<detail::PairTerm<Formula>>(std::move(formula));
}

/// The same, with a faster way to fill a tile: write(tile).
template <typename Formula, typename Write>
std::unique_ptr<const Term> term_by_pair(Formula formula, Write write) {
  return std::make_unique<detail::FastPairTerm<Formula, Write>>(std::move(formula), std::move(write));
}

/// A mask whose definition is allowed(query, key) → bool; range(query) → KeyRange bounds the keys of a query.
template <typename Allowed, typename Range>
std::unique_ptr<const Mask> mask_by_pair(Allowed allowed, Range range) {
  return std::make_unique<detail::PairMask<Allowed, Range>>(std::move(allowed), std::move(range));
}

/// The same without a bound: any of the head's keys may be allowed.
template <typename Allowed>
std::unique_ptr<const Mask> mask_by_pair(const Head& head, Allowed allowed) {
  return mask_by_pair(std::move(allowed), [keys = head.keys()](Index) { return KeyRange{0, keys}; });
}

}  // namespace attnscope
