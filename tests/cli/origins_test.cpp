// Q, K and V from other places, from outside.
#include <cmath>

#include "core/zip_archive.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

FloatArray exported(const TemporaryFolder& folder, std::vector<std::string> more) {
  const std::filesystem::path out = folder.path() / "w.npz";
  std::vector<std::string> arguments{"export", "-", "--out", out.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramResult result = run_program(arguments, {.text = "It was tired.\n"});
  REQUIRE(result.exit_code == 0);
  return NpzReader(out).floats("weights_0");
}

}  // namespace

TEST_CASE("a text against itself is self-attention", "[cli][origins]") {
  const TemporaryFolder folder;
  const std::filesystem::path same = folder.write("same.txt", "It was tired.\n");
  const FloatArray own = exported(folder, {});
  const FloatArray against = exported(folder, {"--against", same.string()});
  REQUIRE(own.shape == against.shape);
  for (std::size_t place = 0; place < own.numbers.size(); ++place) {
    CHECK(std::abs(own.numbers[place] - against.numbers[place]) < 1e-6F);
  }
}

TEST_CASE("keys of another text make a map of queries by its tokens", "[cli][origins]") {
  const TemporaryFolder folder;
  const std::filesystem::path other = folder.write("other.txt", "The dog chased the cat.\n");
  CHECK(exported(folder, {"--against", other.string()}).shape == std::vector<Index>{6, 12, 6, 9});
}

TEST_CASE("the first layer reads the embeddings, so taking them from there changes only later layers",
          "[cli][origins]") {
  const TemporaryFolder folder;
  const FloatArray own = exported(folder, {});
  const FloatArray moved = exported(folder, {"--query-from", "embeddings"});
  const auto layer = static_cast<std::ptrdiff_t>(own.numbers.size() / 6);
  for (std::ptrdiff_t place = 0; place < layer; ++place) {
    CHECK(std::abs(own.numbers[static_cast<std::size_t>(place)] -
                   moved.numbers[static_cast<std::size_t>(place)]) < 1e-6F);
  }
  CHECK_FALSE(std::equal(own.numbers.begin() + layer, own.numbers.end(), moved.numbers.begin() + layer));
}

TEST_CASE("with Q = K the scores are symmetric", "[cli][origins]") {
  const TemporaryFolder folder;
  const FloatArray map =
      exported(folder, {"--key-from", "query", "--normaliser", "none", "--layers", "3", "--heads", "4"});
  for (std::size_t query = 0; query < 6; ++query) {
    for (std::size_t key = 0; key < 6; ++key) {
      CHECK(map.numbers[query * 6 + key] == Approx(map.numbers[key * 6 + query]).margin(1e-5));
    }
  }
}

TEST_CASE("a model's own name gives back its own keys", "[cli][origins]") {
  const TemporaryFolder folder;
  CHECK(exported(folder, {"--key-from", "model:mini"}).numbers ==
        exported(folder, {"--key-from", "key"}).numbers);
}
