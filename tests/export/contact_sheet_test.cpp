// The page of an output folder.
#include "core/base64.hpp"
#include "core/file.hpp"
#include "core/sha256.hpp"
#include "export/contact_sheet.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

TEST_CASE("a contact sheet shows the pictures and escapes the text", "[export][contact-sheet]") {
  const std::vector<ContactEntry> entries{{.name = "001",
                                           .text = "<script>alert(1)</script> & \"x\" \x01\xFF",
                                           .pictures = {"001/grid.png", "001/layer4-head0.png"},
                                           .numbers = "001/attention.json"}};
  const std::string page = contact_sheet(entries);
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("<bdi>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot; \xEF\xBF\xBD\xEF\xBF\xBD</bdi>") !=
        std::string::npos);
  CHECK(page.find("src=\"001/layer4-head0.png\" alt=\"layer4-head0\"") != std::string::npos);
  CHECK(page.find("href=\"001/attention.json\"") != std::string::npos);
  const std::size_t style = page.find("<style>") + 7;
  const std::string hash = encode_base64(sha256(page.substr(style, page.find("</style>") - style)));
  CHECK(page.find("style-src 'sha256-" + hash + "'") != std::string::npos);
}

TEST_CASE("run writes a contact sheet where it draws", "[cli][run][contact-sheet]") {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  REQUIRE(run_program({"run", "-", "-o", out, "-q"}, {.text = "It fits.\n<b>Two</b>.\n"}).exit_code == 0);
  const std::string page = read_text(folder.path() / "index.html");
  CHECK(page.find("src=\"001/grid.png\"") != std::string::npos);
  CHECK(page.find("src=\"002/layer4-head0.png\"") != std::string::npos);
  CHECK(page.find("&lt;b&gt;Two&lt;/b&gt;.") != std::string::npos);
}
