// Which kernels are used, and what is said when they cannot be.
#include "attention/kernels/kernel_cases.hpp"
#include "core/error.hpp"

using namespace attnscope;

TEST_CASE("any machine has the baseline kernels, listed first", "[kernels]") {
  CHECK(kernels::supported_instruction_sets().front() == "baseline");
}

TEST_CASE("an instruction set can be chosen by its name", "[kernels]") {
  const std::string before(kernels::instruction_set());
  kernels::use_instruction_set("baseline");
  CHECK(kernels::instruction_set() == "baseline");
  kernels::use_instruction_set(before);
  CHECK(kernels::instruction_set() == before);
}

TEST_CASE("an unknown instruction set is a usage error that lists the known ones", "[kernels]") {
  try {
    kernels::use_instruction_set("v9");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == Error::Kind::usage);
    const std::string start = "instruction set: expected an instruction set of this machine (baseline";
    CHECK(std::string(error.what()).substr(0, start.size()) == start);
    CHECK(std::string(error.what()).find("found 'v9'") != std::string::npos);
  }
}

TEST_CASE("weights packed under one instruction set still work after another was chosen", "[kernels]") {
  const std::string before(kernels::instruction_set());
  const AwkwardMatrix weights(50, 20, 1);
  const AwkwardMatrix x(3, 20, 2);
  Matrix expected(3, 50);
  const kernels::PackedMatrix packed = kernels::pack(weights.view());
  kernels::linear(x.view(), packed, {}, expected);
  kernels::use_instruction_set("baseline");
  Matrix y(3, 50);
  kernels::linear(x.view(), packed, {}, y);
  kernels::use_instruction_set(before);
  CHECK(y == expected);
}
