#include "text/character_map.hpp"

#include "core/error.hpp"
#include "core/little_endian.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

// The fields of a unit of the double array (darts-clone).
bool has_leaf(std::uint32_t unit) {
  return ((unit >> 8U) & 1U) == 1U;
}
std::uint32_t leaf_value(std::uint32_t unit) {
  return unit & 0x7FFFFFFFU;
}
std::uint32_t label(std::uint32_t unit) {
  return unit & 0x800000FFU;
}
std::uint32_t offset(std::uint32_t unit) {
  return (unit >> 10U) << ((unit & 0x200U) >> 6U);
}

std::uint32_t unit_at(std::string_view bytes, std::size_t place) {
  return load_little_endian<std::uint32_t>(reinterpret_cast<const std::byte*>(bytes.data() + place));
}

int base64_digit(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  if (letter == '+') return 62;
  return letter == '/' ? 63 : -1;
}

}  // namespace

CharacterMap::CharacterMap(std::string_view bytes, const std::string& where) {
  constexpr std::size_t unit_size = sizeof(std::uint32_t);
  if (bytes.empty()) return;
  if (bytes.size() < unit_size) throw Error(Error::Kind::input, where + ": the character map is cut short");
  const std::size_t trie_size = unit_at(bytes, 0);
  const std::string_view rest = bytes.substr(unit_size);
  if (trie_size > rest.size() || trie_size % unit_size != 0) {
    throw Error(Error::Kind::input, where + ": the character map has a trie of " + std::to_string(trie_size) +
                                        " bytes, " + std::to_string(rest.size()) + " follow");
  }
  trie_.resize(trie_size / unit_size);
  for (std::size_t index = 0; index < trie_.size(); ++index) trie_[index] = unit_at(rest, index * unit_size);
  replacements_ = rest.substr(trie_size);
  if (find_invalid_utf8(replacements_) != std::string_view::npos) {
    throw Error(Error::Kind::input, where + ": the replacements of the character map are not UTF-8");
  }
}

template <typename Take>
void CharacterMap::walk(std::string_view text, Take take) const {
  if (trie_.empty()) return;
  std::size_t node = offset(trie_[0]);
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto byte = static_cast<unsigned char>(text[length]);
    node ^= byte;
    if (byte == 0 || node >= trie_.size() || label(trie_[node]) != byte) return;
    const std::uint32_t unit = trie_[node];
    node ^= offset(unit);
    if (node >= trie_.size()) return;
    if (has_leaf(unit) && !take(Match{length + 1, replacement(leaf_value(trie_[node]))})) return;
  }
}

std::string_view CharacterMap::replacement(std::uint32_t offset) const {
  if (offset >= replacements_.size()) return {};
  const std::string_view rest = std::string_view(replacements_).substr(offset);
  return rest.substr(0, rest.find('\0'));
}

std::optional<CharacterMap::Match> CharacterMap::shortest(std::string_view text) const {
  std::optional<Match> found;
  walk(text, [&](const Match& match) {
    found = match;
    return false;
  });
  return found;
}

std::optional<CharacterMap::Match> CharacterMap::longest(std::string_view text) const {
  std::optional<Match> found;
  walk(text, [&](const Match& match) {
    found = match;
    return true;
  });
  return found;
}

std::string decode_base64(std::string_view text, const std::string& where) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t place = 0; place < text.size(); ++place) {
    const int digit = base64_digit(text[place]);
    if (digit < 0) {
      throw Error(Error::Kind::input, where + ": '" + printable(text.substr(place, 1)) + "' at character " +
                                          std::to_string(place + 1) + " is not base64");
    }
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(static_cast<unsigned char>(bits >> static_cast<unsigned>(count)));
  }
  return bytes;
}

}  // namespace attnscope
