// Every quantised type against golden blocks; tolerance 1e-6 of the greatest value of the block.
#include <algorithm>
#include <cmath>

#include "core/file.hpp"
#include "core/zip_archive.hpp"
#include "models/weight_format/gguf_type.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"

using namespace attnscope;

TEST_CASE("quantised blocks have the golden values", "[gguf]") {
  const std::string name = GENERATE("Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K",
                                    "Q6_K", "IQ4_NL", "TQ1_0", "TQ2_0", "MXFP4");
  INFO(name);
  const auto folder = golden_path() / "gguf" / "blocks";
  const GgufType* type = find_gguf_type(name);
  REQUIRE(type != nullptr);
  const ElementType& element = type->element;
  const std::string bytes = read_text(folder / (name + ".bin"));
  const FloatArray golden = NpzReader(folder / "blocks.npz").floats(name);
  REQUIRE(golden.shape == std::vector<Index>{8, element.numbers_per_block});
  REQUIRE(static_cast<Index>(bytes.size()) == 8 * element.bytes_per_block);

  std::vector<float> found(golden.numbers.size());
  element.decode(std::as_bytes(std::span(bytes)).data(), found.data(), 8);
  const auto block = static_cast<std::size_t>(element.numbers_per_block);
  for (std::size_t first = 0; first < found.size(); first += block) {
    double greatest = 0.0;
    double error = 0.0;
    for (std::size_t place = first; place < first + block; ++place) {
      const double expected = static_cast<double>(golden.numbers[place]);
      greatest = std::max(greatest, std::abs(expected));
      error = std::max(error, std::abs(static_cast<double>(found[place]) - expected));
    }
    CHECK(error <= 1e-6 * greatest);
  }
}
