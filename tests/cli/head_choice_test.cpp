#include "cli/head_choice.hpp"

#include "core/error.hpp"
#include "support/catch.hpp"

using namespace attnscope;
using namespace attnscope::cli;

namespace {

std::string shown(const std::vector<LayerHead>& pairs) {
  std::string text;
  for (const LayerHead& pair : pairs) {
    text += (text.empty() ? "" : " ") + std::to_string(pair.layer) + ":" + std::to_string(pair.head);
  }
  return text;
}

std::string message_of(std::string_view layers, std::string_view heads) {
  try {
    choose_heads(layers, heads, 6, 12);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("layers and heads together are a cross product", "[cli]") {
  CHECK(shown(choose_heads("0,2-3", "1,5", 6, 12)) == "0:1 0:5 2:1 2:5 3:1 3:5");
  CHECK(choose_heads("", "", 6, 12).size() == 72);
  CHECK(shown(choose_heads("5", "0-2,1", 6, 12)) == "5:0 5:1 5:2");
}

TEST_CASE("pairs choose single heads", "[cli]") {
  CHECK(shown(choose_heads("", "4:0,2:5,4:0", 6, 12)) == "2:5 4:0");
}

TEST_CASE("a head that the model does not have is an error that says what there is", "[cli]") {
  CHECK(message_of("6", "") == "--layers 6: there are layers 0 to 5, found 6");
  CHECK(message_of("", "12") == "--heads 12: there are heads 0 to 11, found 12");
  CHECK(message_of("", "6:0") == "--heads 6:0: there are layers 0 to 5, found 6");
  CHECK(message_of("x", "") == "--layers x: expected numbers and ranges such as 0,2-4");
  CHECK(message_of("4-2", "") == "--layers 4-2: expected numbers and ranges such as 0,2-4");
  CHECK(message_of("1", "4:0") == "--heads 4:0 names layers itself, and --layers is given");
  CHECK(message_of("", "4:") ==
        "--heads 4:: expected heads such as 1,5-7 or pairs LAYER:HEAD such as 4:0,2:5");
}
