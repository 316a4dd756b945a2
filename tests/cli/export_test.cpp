// Weights for other programs, from outside.
#include <cmath>

#include "core/npy.hpp"
#include "core/safetensors.hpp"
#include "core/zip_archive.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

FloatArray read_entry(const std::filesystem::path& archive, std::string_view name) {
  return NpzReader(archive).floats(name);
}

/// G3 of the reference: three queries and keys of size two.
void write_fixture(const std::filesystem::path& folder) {
  const std::vector<Index> shape{3, 2};
  const std::vector<float> q{1, 0, 0, 1, 1, 1};
  const std::vector<float> k{1, 0, 0, 1, 1, -1};
  write_npy(folder / "Q.npy", shape, q);
  write_npy(folder / "K.npy", shape, k);
}

}  // namespace

TEST_CASE("npz holds all layers and heads of every text", "[cli][export]") {
  const TemporaryFolder folder;
  const std::filesystem::path out = folder.path() / "w.npz";
  const ProgramResult result =
      run_program({"export", "-", "--out", out.string()}, {.text = "One two.\nThree.\n"});
  CHECK(result.exit_code == 0);
  CHECK(read_entry(out, "weights_0").shape == std::vector<Index>{6, 12, 5, 5});
  CHECK(read_entry(out, "weights_1").shape == std::vector<Index>{6, 12, 4, 4});
  CHECK(read_entry(out, "layers").numbers == std::vector<float>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("chosen layers and heads fill a smaller array", "[cli][export]") {
  const TemporaryFolder folder;
  const std::filesystem::path out = folder.path() / "w.npz";
  run_program({"export", "-", "--out", out.string(), "--layers", "1,4", "--heads", "0,7,9"},
              {.text = "One two."});
  CHECK(read_entry(out, "weights_0").shape == std::vector<Index>{2, 3, 5, 5});
  CHECK(read_entry(out, "heads").numbers == std::vector<float>{0, 7, 9});
}

TEST_CASE("given queries and keys have heads and no layers", "[cli][export]") {
  const TemporaryFolder folder;
  write_fixture(folder.path());
  const std::filesystem::path out = folder.path() / "w.npz";
  const ProgramResult result =
      run_program({"export", "--q", (folder.path() / "Q.npy").string(), "--k",
                   (folder.path() / "K.npy").string(), "--normaliser", "sparsemax", "--out", out.string()});
  CHECK(result.exit_code == 0);
  const FloatArray weights = read_entry(out, "weights_0");
  CHECK(weights.shape == std::vector<Index>{1, 3, 3});
  const std::vector<float> expected{0.5F, 0, 0.5F, 0.146447F, 0.853553F, 0, 0.5F, 0.5F, 0};
  for (std::size_t place = 0; place < expected.size(); ++place) {
    CHECK(weights.numbers[place] == Approx(expected[place]).margin(1e-6));
  }
}

TEST_CASE("the mean over heads is one map a text", "[cli][export]") {
  const TemporaryFolder folder;
  const std::filesystem::path out = folder.path() / "w.npz";
  run_program({"export", "-", "--out", out.string(), "--aggregate", "mean"}, {.text = "One two."});
  const FloatArray mean = read_entry(out, "weights_0");
  CHECK(mean.shape == std::vector<Index>{5, 5});
  float sum = 0;
  for (std::size_t key = 0; key < 5; ++key) sum += mean.numbers[key];
  CHECK(sum == Approx(1.0).margin(1e-5));
}

TEST_CASE("shapes that do not belong together are refused", "[cli][export]") {
  const TemporaryFolder folder;
  write_fixture(folder.path());
  const std::vector<Index> shape{3, 3};
  write_npy(folder.path() / "K3.npy", shape, std::vector<float>(9));
  const ProgramResult result = run_program(
      {"export", "--q", (folder.path() / "Q.npy").string(), "--k", (folder.path() / "K3.npy").string()});
  CHECK(result.exit_code == 3);
  CHECK(result.errors.find("K3.npy: expected heads and size as in") != std::string::npos);
}

TEST_CASE("a learned parameter comes from npy, from safetensors by its name, or with all others of a file",
          "[cli][export]") {
  const TemporaryFolder folder;
  write_fixture(folder.path());
  const std::string q = (folder.path() / "Q.npy").string();
  const std::string k = (folder.path() / "K.npy").string();
  const std::string npy = (folder.path() / "W.npy").string();
  const std::string tensors = (folder.path() / "all.safetensors").string();
  const std::vector<Index> shape{2, 2};
  const std::vector<float> swap{0, 1, 1, 0};
  write_npy(npy, shape, swap);
  const std::vector<float> other{5, 5, 5, 5};
  const std::vector<FloatTensor> both{{"another.W", shape, other}, {"bilinear.W", shape, swap}};
  write_safetensors(tensors, both);
  // QWKᵀ of the second query: (1, 0)·K = 1, 0, 1.
  const float high = std::exp(1.0F) / (2.0F * std::exp(1.0F) + 1.0F);
  for (const std::string& given : {"bilinear.W=" + npy, "bilinear.W=" + tensors, tensors}) {
    INFO(given);
    const std::filesystem::path out = folder.path() / "w.npz";
    const ProgramResult result = run_program(
        {"export", "--q", q, "--k", k, "--similarity", "bilinear", "--set", given, "--out", out.string()});
    REQUIRE(result.exit_code == 0);
    const std::vector<float> weights = read_entry(out, "weights_0").numbers;
    CHECK(weights[3] == Approx(high).margin(1e-6));
    CHECK(weights[4] == Approx(1.0F - 2.0F * high).margin(1e-6));
  }
  CHECK(run_program({"export", "--q", q, "--k", k, "--similarity", "bilinear", "--set", npy}).exit_code == 2);
}

TEST_CASE("arrays are not written under the name of a JSON file", "[cli][export]") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "w.json").string();
  const ProgramResult result = run_program({"export", "-", "-o", out}, {.text = "One two."});
  CHECK(result.exit_code == 2);
  CHECK(result.errors.find("--format json") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(out));
}
