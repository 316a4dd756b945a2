// Recursive descent over: union = intersection {'+' intersection}, intersection = atom {'^' atom},
// atom = NAME[:settings] | '(' union ')'.
#include "attention/pattern_expression.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

using Patterns = std::vector<std::shared_ptr<const Pattern>>;
using Masks = std::vector<std::unique_ptr<const Mask>>;

Masks prepare_all(const Patterns& patterns, const Head& head) {
  Masks masks;
  for (const auto& pattern : patterns) masks.push_back(pattern->prepare(head));
  return masks;
}

bool any_reads_scores(const Masks& masks) {
  return std::any_of(masks.begin(), masks.end(), [](const auto& mask) { return mask->reads_scores(); });
}

class UnionMask final : public Mask {
 public:
  explicit UnionMask(Masks masks) : masks_(std::move(masks)) {}
  void restrict(Index query, std::span<const float> scores, std::span<std::uint8_t> allowed) const override {
    const std::vector<std::uint8_t> before(allowed.begin(), allowed.end());
    std::fill(allowed.begin(), allowed.end(), std::uint8_t{0});
    std::vector<std::uint8_t> one;
    for (const auto& mask : masks_) {
      one = before;
      mask->restrict(query, scores, one);
      for (std::size_t key = 0; key < allowed.size(); ++key) allowed[key] |= one[key];
    }
  }
  KeyRange range(Index query) const override {
    KeyRange all = masks_.front()->range(query);
    for (const auto& mask : masks_) {
      const KeyRange one = mask->range(query);
      if (one.first >= one.last) continue;
      all = all.first >= all.last ? one
                                  : KeyRange{std::min(all.first, one.first), std::max(all.last, one.last)};
    }
    return all;
  }
  bool reads_scores() const override { return any_reads_scores(masks_); }

 private:
  Masks masks_;
};

class IntersectionMask final : public Mask {
 public:
  explicit IntersectionMask(Masks masks) : masks_(std::move(masks)) {
    // Choosing by content comes last: the best k of the visible keys, not the visible ones of the best k.
    std::stable_partition(masks_.begin(), masks_.end(),
                          [](const auto& mask) { return !mask->reads_scores(); });
  }
  void restrict(Index query, std::span<const float> scores, std::span<std::uint8_t> allowed) const override {
    for (const auto& mask : masks_) mask->restrict(query, scores, allowed);
  }
  KeyRange range(Index query) const override {
    KeyRange all = masks_.front()->range(query);
    for (const auto& mask : masks_) {
      const KeyRange one = mask->range(query);
      all = {std::max(all.first, one.first), std::min(all.last, one.last)};
    }
    return {all.first, std::max(all.first, all.last)};
  }
  bool reads_scores() const override { return any_reads_scores(masks_); }

 private:
  Masks masks_;
};

class UnionPattern final : public Pattern {
 public:
  explicit UnionPattern(Patterns patterns) : patterns_(std::move(patterns)) {}
  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return std::make_unique<UnionMask>(prepare_all(patterns_, head));
  }
  bool is_full() const override {
    return std::any_of(patterns_.begin(), patterns_.end(), [](const auto& one) { return one->is_full(); });
  }
  bool is_causal() const override {
    return std::all_of(patterns_.begin(), patterns_.end(), [](const auto& one) { return one->is_causal(); });
  }

 private:
  Patterns patterns_;
};

class IntersectionPattern final : public Pattern {
 public:
  explicit IntersectionPattern(Patterns patterns) : patterns_(std::move(patterns)) {}
  std::unique_ptr<const Mask> prepare(const Head& head) const override {
    return std::make_unique<IntersectionMask>(prepare_all(patterns_, head));
  }
  bool is_full() const override {
    return std::all_of(patterns_.begin(), patterns_.end(), [](const auto& one) { return one->is_full(); });
  }
  bool is_causal() const override {
    return std::any_of(patterns_.begin(), patterns_.end(), [](const auto& one) { return one->is_causal(); });
  }

 private:
  Patterns patterns_;
};

class Parser {
 public:
  explicit Parser(std::string_view typed) : typed_(typed), left_(typed) {}

  PatternChoice parse() {
    PatternChoice choice = parse_union(0);
    if (!left_.empty()) refuse("'+', '^' or the end");
    return choice;
  }

 private:
  [[noreturn]] void refuse(const std::string& expected) const {
    const std::string found = left_.empty() ? "the end" : "'" + printable(left_, 40) + "'";
    throw Error(Error::Kind::usage, "pattern '" + printable(typed_) + "': at column " +
                                        std::to_string(typed_.size() - left_.size() + 1) + ": expected " +
                                        expected + ", found " + found);
  }

  bool take(char letter) {
    if (!left_.starts_with(letter)) return false;
    left_.remove_prefix(1);
    return true;
  }

  PatternChoice parse_union(int depth) {
    PatternChoice first = parse_intersection(depth);
    Patterns all{first.pattern};
    while (take('+')) {
      PatternChoice next = parse_intersection(depth);
      first.text += "+" + next.text;
      all.push_back(std::move(next.pattern));
    }
    if (all.size() > 1) first.pattern = std::make_shared<UnionPattern>(std::move(all));
    return first;
  }

  PatternChoice parse_intersection(int depth) {
    PatternChoice first = parse_atom(depth);
    Patterns all{first.pattern};
    while (take('^')) {
      PatternChoice next = parse_atom(depth);
      first.text += "^" + next.text;
      all.push_back(std::move(next.pattern));
    }
    if (all.size() > 1) first.pattern = std::make_shared<IntersectionPattern>(std::move(all));
    return first;
  }

  PatternChoice parse_atom(int depth) {
    constexpr int deepest = 20;
    if (take('(')) {
      if (depth == deepest) refuse("at most 20 nested parentheses");
      PatternChoice inner = parse_union(depth + 1);
      if (!take(')')) refuse("')'");
      inner.text = "(" + inner.text + ")";
      return inner;
    }
    const std::string_view atom = left_.substr(0, left_.find_first_of("+^()"));
    if (atom.empty()) refuse("a pattern");
    const auto [name, values] = split_choice(atom);
    const Entry<Pattern>& entry = Registry<Pattern>::instance().at(name);
    const Settings settings(name, entry.settings, values);
    left_.remove_prefix(atom.size());
    const std::string text = settings.to_text();
    return {std::string(name) + (text.empty() ? "" : ":" + text), entry.make(settings)};
  }

  std::string_view typed_;
  std::string_view left_;
};

}  // namespace

PatternChoice parse_pattern(std::string_view typed) {
  return Parser(typed).parse();
}

}  // namespace attnscope
