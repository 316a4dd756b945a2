// One program for each target: `fuzz_gguf corpus/ tests/fuzz/seeds/gguf`.
#include <cstdint>
#include <cstdlib>

#include "fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const attnscope::FuzzTarget* const target = [] {
    for (const attnscope::FuzzTarget* known : attnscope::fuzz_targets()) {
      if (known->name == ATTNSCOPE_FUZZ_TARGET) return known;
    }
    std::abort();
  }();
  attnscope::feed(*target, {reinterpret_cast<const char*>(bytes), size});
  return 0;
}
