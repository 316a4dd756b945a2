// Lengths and counts are what readers believe: most changes write whole numbers, of every width and at every
// address.
#include "fuzz/mutation.hpp"

#include <cstring>

namespace attnscope {
namespace {

std::size_t place_in(const std::string& bytes, Random& random) {
  return static_cast<std::size_t>(random.below(static_cast<Index>(bytes.size())));
}

void write_number(std::string& bytes, Random& random) {
  const std::uint64_t power = std::uint64_t{1} << static_cast<unsigned>(random.below(64));
  const std::uint64_t small = static_cast<std::uint64_t>(random.below(300));
  const std::uint64_t numbers[]{0, 1, power, power - 1, ~power, ~std::uint64_t{0}, small, ~small};
  const std::uint64_t number = numbers[random.below(8)];
  const std::size_t place = place_in(bytes, random);
  const std::size_t width = std::size_t{1} << static_cast<unsigned>(random.below(4));
  std::memcpy(bytes.data() + place, &number, std::min(width, bytes.size() - place));
}

void change_once(std::string& bytes, Random& random) {
  if (bytes.empty()) return;
  const std::size_t place = place_in(bytes, random);
  const std::size_t length =
      std::min<std::size_t>(bytes.size() - place, static_cast<std::size_t>(random.below(40)));
  switch (random.below(8)) {
    case 0:
      bytes[place] = static_cast<char>(bytes[place] ^ (1 << random.below(8)));
      break;
    case 1:
      bytes[place] = static_cast<char>(random.below(256));
      break;
    case 2:
      bytes.erase(place, length);
      break;
    case 3:
      bytes.insert(place, bytes.substr(place, length));
      break;
    case 4:
      bytes.resize(place);
      break;
    case 5:
      bytes[place] = "0123456789-+.eE,:[]{}()\"'\\ \n"[random.below(28)];
      break;  // of JSON and Python texts
    default:
      write_number(bytes, random);
  }
}

}  // namespace

std::string mutate(std::string bytes, Random& random) {
  for (Index changes = 1 + random.below(3); changes > 0; --changes) change_once(bytes, random);
  return bytes;
}

}  // namespace attnscope
