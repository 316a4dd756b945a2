// The examples of FIPS 180 and RFC 4648.
#include <string>

#include "core/base64.hpp"
#include "core/sha256.hpp"
#include "support/catch.hpp"

using namespace attnscope;

namespace {

std::string hex(const Sha256& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::size_t byte : digest) {
    text += digits[byte / 16];
    text += digits[byte % 16];
  }
  return text;
}

std::string base64(std::string_view text) {
  return encode_base64(std::vector<std::uint8_t>(text.begin(), text.end()));
}

}  // namespace

TEST_CASE("SHA-256 gives the digests of its standard", "[core][sha256]") {
  CHECK(hex(sha256("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hex(sha256("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hex(sha256(std::string(1000000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("base64 fills up with '='", "[core][base64]") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foob") == "Zm9vYg==");
  CHECK(base64("fooba") == "Zm9vYmE=");
  CHECK(base64("foobar") == "Zm9vYmFy");
}
