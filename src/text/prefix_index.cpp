#include "text/prefix_index.hpp"

#include <algorithm>

namespace attnscope {

PrefixIndex::PrefixIndex(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {
  for (Index id = 0; id < vocabulary.size(); ++id) {
    const std::string_view piece = vocabulary.piece(id);
    // Of equal pieces only the one that the vocabulary finds takes part.
    if (!piece.empty() && vocabulary.find(piece) == id) sorted_.push_back(static_cast<std::int32_t>(id));
  }
  std::sort(sorted_.begin(), sorted_.end(),
            [&](std::int32_t a, std::int32_t b) { return vocabulary_.piece(a) < vocabulary_.piece(b); });
  std::size_t place = 0;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    starts_[byte] = place;
    while (place < sorted_.size() &&
           static_cast<unsigned char>(vocabulary_.piece(sorted_[place]).front()) == byte) {
      ++place;
    }
  }
  starts_[256] = place;
}

/// To the pieces of the range that have `byte` at `place`; all of them are longer than `place`.
void PrefixIndex::narrow(std::size_t& begin, std::size_t& end, std::size_t place, unsigned char byte) const {
  const auto byte_at = [&](std::int32_t id) {
    return static_cast<unsigned char>(vocabulary_.piece(id)[place]);
  };
  const auto first = sorted_.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = sorted_.begin() + static_cast<std::ptrdiff_t>(end);
  const auto low = std::partition_point(first, last, [&](std::int32_t id) { return byte_at(id) < byte; });
  const auto high = std::partition_point(low, last, [&](std::int32_t id) { return byte_at(id) == byte; });
  begin = static_cast<std::size_t>(low - sorted_.begin());
  end = static_cast<std::size_t>(high - sorted_.begin());
}

}  // namespace attnscope
