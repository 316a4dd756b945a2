#include "attention/parameters.hpp"

#include <utility>

#include "core/error.hpp"
#include "core/random.hpp"

namespace attnscope {
namespace {

Matrix make(Index rows, Index cols, const Fallback& fallback, std::uint64_t seed) {
  Matrix matrix(rows, cols);
  Random random(seed);
  for (Index row = 0; row < rows; ++row) {
    for (Index col = 0; col < cols; ++col) {
      switch (fallback.kind) {
        case Fallback::Kind::zeros:
          break;
        case Fallback::Kind::ones:
          matrix(row, col) = 1.0F;
          break;
        case Fallback::Kind::identity:
          matrix(row, col) = row == col ? 1.0F : 0.0F;
          break;
        case Fallback::Kind::blocks:
          matrix(row, col) = col * rows / cols == row ? 1.0F : 0.0F;
          break;
        case Fallback::Kind::normal:
          matrix(row, col) = static_cast<float>(fallback.spread * random.normal());
          break;
      }
    }
  }
  return matrix;
}

std::string source_of(const Fallback& fallback, std::uint64_t seed) {
  switch (fallback.kind) {
    case Fallback::Kind::zeros:
      return "default: zeros";
    case Fallback::Kind::ones:
      return "default: ones";
    case Fallback::Kind::identity:
      return "default: identity";
    case Fallback::Kind::blocks:
      return "default: blocks of ones";
    case Fallback::Kind::normal:
      return "seeded with " + std::to_string(seed);
  }
  return {};
}

/// Between the name of a parameter that nobody gave and its shape.
constexpr char made_mark = '\x1f';

std::string shape(Index rows, Index cols) {
  return "[" + std::to_string(rows) + " x " + std::to_string(cols) + "]";
}

}  // namespace

Parameters::Parameters(const Parameters& other) : seed_(other.seed_) {
  const std::lock_guard lock(other.mutex_);
  held_ = other.held_;
}

Parameters& Parameters::operator=(const Parameters& other) {
  if (this == &other) return *this;
  const std::scoped_lock lock(mutex_, other.mutex_);
  seed_ = other.seed_;
  held_ = other.held_;
  return *this;
}

void Parameters::give(const std::string& name, Matrix value, std::string source) {
  const std::lock_guard lock(mutex_);
  held_[name] = Held{.value = std::move(value), .source = std::move(source)};
}

bool Parameters::has(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  return held_.find(name) != held_.end();
}

ConstMatrixView Parameters::get(std::string_view name, Index rows, Index cols,
                                const Fallback& fallback) const {
  const std::lock_guard lock(mutex_);
  auto found = held_.find(name);
  if (found == held_.end()) {
    // Recipes that are compared may ask for one name in several shapes.
    const std::string made = std::string(name) + made_mark + shape(rows, cols);
    found = held_.find(made);
    if (found == held_.end()) {
      const bool is_seeded = fallback.kind == Fallback::Kind::normal;
      Held held{.value = make(rows, cols, fallback, is_seeded ? seed_for(seed_, name) : 0),
                .source = source_of(fallback, seed_)};
      found = held_.emplace(made, std::move(held)).first;
    }
  }
  Held& held = found->second;
  if (held.value.rows() != rows || held.value.cols() != cols) {
    throw Error(Error::Kind::usage, "parameter '" + found->first + "' (" + held.source + "): expected " +
                                        shape(rows, cols) + ", found " +
                                        shape(held.value.rows(), held.value.cols()));
  }
  held.is_used = true;
  return held.value;
}

std::vector<Parameters::Use> Parameters::uses() const {
  const std::lock_guard lock(mutex_);
  std::vector<Use> uses;
  for (const auto& [name, held] : held_) {
    if (held.is_used)
      uses.push_back(
          {name.substr(0, name.find(made_mark)), held.value.rows(), held.value.cols(), held.source});
  }
  return uses;
}

}  // namespace attnscope
