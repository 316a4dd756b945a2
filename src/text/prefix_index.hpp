// Finds the pieces of a vocabulary that a text begins with.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/vocabulary.hpp"

namespace attnscope {

/// The pieces in order of their bytes: walking along a text narrows the range of those that begin like it.
/// The vocabulary must outlive it.
class PrefixIndex {
 public:
  explicit PrefixIndex(const Vocabulary& vocabulary);

  /// Calls take(id, length) for every piece that `text` begins with, shorter ones first.
  template <typename Take>
  void each_prefix(std::string_view text, const Take& take) const {
    if (text.empty()) return;
    const auto first_byte = static_cast<unsigned char>(text.front());
    std::size_t begin = starts_[first_byte];
    std::size_t end = starts_[first_byte + 1U];
    for (std::size_t length = 1; begin < end; ++length) {
      // A piece that ends here stands first: shorter ones come before those that go on.
      const Index id = sorted_[begin];
      if (vocabulary_.piece(id).size() == length) {
        take(id, length);
        ++begin;
      }
      if (length == text.size()) return;
      narrow(begin, end, length, static_cast<unsigned char>(text[length]));
    }
  }

 private:
  void narrow(std::size_t& begin, std::size_t& end, std::size_t place, unsigned char byte) const;

  const Vocabulary& vocabulary_;
  std::vector<std::int32_t> sorted_;
  std::array<std::size_t, 257> starts_{};  // by first byte
};

}  // namespace attnscope
