// Learned numbers that a stage needs beside Q and K: given, from the model, or seeded.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// How to make a parameter that nobody gave.
struct Fallback {
  enum class Kind {
    zeros,
    ones,
    identity,
    blocks,
    normal
  };  // blocks: row r has ones in its own part of the columns
  Kind kind = Kind::normal;
  double spread = 1.0;  ///< standard deviation, for normal
};

/// Named matrices for the stages of a recipe. A stage asks for what it needs; what was used, and where it
/// came from, is kept for the output. Thread safety: `get` may be called from several threads once everything
/// is given.
class Parameters {
 public:
  explicit Parameters(std::uint64_t seed = 1) : seed_(seed) {}
  Parameters(const Parameters& other);
  Parameters& operator=(const Parameters& other);

  /// source: where it came from, in words, such as "model" or "file W.npy".
  void give(const std::string& name, Matrix value, std::string source);
  bool has(std::string_view name) const;

  /// The parameter [rows x cols], seeded by name where nobody gave it. Valid as long as this object.
  /// Throws: Error(usage) when the given matrix has another shape.
  ConstMatrixView get(std::string_view name, Index rows, Index cols, const Fallback& fallback) const;

  struct Use {
    std::string name;
    Index rows = 0;
    Index cols = 0;
    std::string source;
  };
  /// Every parameter asked for so far, by name.
  std::vector<Use> uses() const;
  std::uint64_t seed() const { return seed_; }

 private:
  struct Held {
    Matrix value;
    std::string source;
    bool is_used = false;
  };
  std::uint64_t seed_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, Held, std::less<>> held_;
};

}  // namespace attnscope
