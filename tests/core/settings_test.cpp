#include "core/settings.hpp"

#include <array>

#include "core/error.hpp"
#include "core/suggest.hpp"
#include "support/catch.hpp"

using namespace attnscope;

namespace {

const std::array<Setting, 3> band{{
    {.name = "left", .fallback = "2", .least = 0, .most = 100, .unit = "tokens"},
    {.name = "sigma", .type = Setting::Type::real, .fallback = "1.5", .least = 0, .most = 10},
    {.name = "tokens", .type = Setting::Type::integers, .fallback = "0"},
}};

std::string message_of(std::string_view typed) {
  try {
    const Settings settings("band", band, typed);
  } catch (const Error& error) {
    return std::string(error.what()) + " | " + error.hint();
  }
  return "no error";
}

}  // namespace

TEST_CASE("settings that are not typed keep their defaults", "[settings]") {
  const Settings settings("band", band, "sigma=0.25");
  CHECK(settings.integer("left") == 2);
  CHECK(settings.real("sigma") == 0.25);
  CHECK(settings.is_typed("sigma"));
  CHECK_FALSE(settings.is_typed("left"));
  CHECK(settings.to_text() == "left=2,sigma=0.25,tokens=0");
}

TEST_CASE("list settings are separated by slashes", "[settings]") {
  CHECK(Settings("band", band, "tokens=0/5/9").integers("tokens") == std::vector<Index>{0, 5, 9});
}

TEST_CASE("a wrong setting says what was expected and what was found", "[settings]") {
  CHECK(message_of("left=x") == "band: setting 'left': expected a whole number from 0 to 100, found 'x' | ");
  CHECK(message_of("left=101") == "band: setting 'left': expected a whole number from 0 to 100, found '101' | ");
  CHECK(message_of("sigma=nan") == "band: setting 'sigma': expected a number from 0 to 10, found 'nan' | ");
  CHECK(message_of("lft=1") == "band: unknown setting 'lft' | did you mean 'left'?");
  CHECK(message_of("zzz=1") == "band: unknown setting 'zzz' | settings: left, sigma, tokens");
  CHECK(message_of("left=1,left=2") == "band: setting 'left': expected it once, found '2' | ");
}

TEST_CASE("edit distance counts insertions, deletions, replacements and swaps", "[suggest]") {
  CHECK(edit_distance("softmax", "softmax") == 0);
  CHECK(edit_distance("sofmax", "softmax") == 1);
  CHECK(edit_distance("sotfmax", "softmax") == 1);
  CHECK(edit_distance("", "abc") == 3);
}
