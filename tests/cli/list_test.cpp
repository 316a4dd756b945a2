// `list`, `explain` and the page made from them.

#include "core/file.hpp"
#include "core/registry.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

TEST_CASE("docs/variants.md is what 'attnscope list --markdown' prints", "[cli][list]") {
  const ProgramResult result = run_program({"list", "--markdown"});
  REQUIRE(result.exit_code == 0);
  const std::string page = read_text(data_path() / ".." / "docs" / "variants.md");
  INFO("renew it: attnscope list --markdown >docs/variants.md --pictures docs/images/variants");
  CHECK((page == result.output));
}

TEST_CASE("the pictures of docs/variants.md are those that 'list --pictures' draws", "[cli][list]") {
  const TemporaryFolder folder;
  REQUIRE(run_program({"list", "--pictures", folder.path().string(), "-q"}).exit_code == 0);
  std::size_t pictures = 0;
  for (const auto& drawn : std::filesystem::directory_iterator(folder.path())) {
    const auto kept = data_path() / ".." / "docs" / "images" / "variants" / drawn.path().filename();
    INFO(drawn.path().filename());
    REQUIRE(std::filesystem::exists(kept));
    ++pictures;
  }
  CHECK(pictures == 9);
}

TEST_CASE("explain tells what list shows of every entry", "[cli][list]") {
  for (const Family& family : families()) {
    for (const EntryInfo* entry : family.entries()) {
      const std::string name = std::string(family.name) + "/" + std::string(entry->name);
      INFO(name);
      const ProgramResult result = run_program({"explain", name});
      CHECK(result.exit_code == 0);
      CHECK(result.output.find(entry->summary) != std::string::npos);
    }
  }
}
