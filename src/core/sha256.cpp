#include "core/sha256.hpp"

#include <bit>
#include <cstddef>
#include <string>

namespace attnscope {
namespace {

constexpr std::size_t block_bytes = 64;
using State = std::array<std::uint32_t, 8>;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
constexpr State first_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

std::uint32_t byte_of(std::string_view bytes, std::size_t place) {
  return static_cast<unsigned char>(bytes[place]);
}

void add_block(State& state, std::string_view block) {
  std::array<std::uint32_t, 64> schedule{};
  for (std::size_t word = 0; word < 16; ++word) {
    schedule[word] = byte_of(block, 4 * word) << 24 | byte_of(block, 4 * word + 1) << 16 |
                     byte_of(block, 4 * word + 2) << 8 | byte_of(block, 4 * word + 3);
  }
  for (std::size_t word = 16; word < 64; ++word) {
    const std::uint32_t early = schedule[word - 15];
    const std::uint32_t late = schedule[word - 2];
    schedule[word] = schedule[word - 16] + schedule[word - 7] +
                     (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3) +
                     (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t round = 0; round < 64; ++round) {
    const std::uint32_t choice = (e & f) ^ (~e & g);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice +
                                round_constants[round] + schedule[round];
    const std::uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const State added{a, b, c, d, e, f, g, h};
  for (std::size_t word = 0; word < state.size(); ++word) state[word] += added[word];
}

}  // namespace

Sha256 sha256(std::string_view bytes) {
  State state = first_state;
  std::size_t offset = 0;
  for (; bytes.size() - offset >= block_bytes; offset += block_bytes) {
    add_block(state, bytes.substr(offset, block_bytes));
  }
  // The rest, one bit, zeros, and the length in bits fill one or two blocks.
  std::string rest(bytes.substr(offset));
  rest += '\x80';
  while (rest.size() % block_bytes != block_bytes - 8) rest += '\0';
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) rest += static_cast<char>(bits >> shift & 0xFFU);
  for (std::size_t place = 0; place < rest.size(); place += block_bytes) {
    add_block(state, std::string_view(rest).substr(place, block_bytes));
  }
  Sha256 digest{};
  for (std::size_t place = 0; place < digest.size(); ++place) {
    digest[place] = static_cast<std::uint8_t>(state[place / 4] >> (24 - 8 * (place % 4)) & 0xFFU);
  }
  return digest;
}

}  // namespace attnscope
