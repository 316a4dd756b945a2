// What the program answers when something is wrong, from outside.
#include <filesystem>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/run_program.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

void check(const ProgramResult& result, int exit_code, const std::string& message) {
  CHECK(result.exit_code == exit_code);
  CHECK(result.errors.find(message) != std::string::npos);
  CAPTURE(result.errors);
  CHECK(result.errors.find("terminate") == std::string::npos);
}

}  // namespace

TEST_CASE("without arguments the program says what it does", "[cli]") {
  const ProgramResult result = run_program({});
  CHECK(result.exit_code == 0);
  CHECK(result.output.find("attnscope run") != std::string::npos);
}

TEST_CASE("mistyped names get the nearest one", "[cli]") {
  check(run_program({"rnu"}), 2, "unknown command 'rnu'\n  hint: did you mean 'run'?");
  check(run_program({"run", "--layrs", "3"}), 2,
        "unknown option '--layrs'\n  hint: did you mean '--layers'?");
  check(run_program({"run", "-", "--normaliser", "sofmax"}, {.text = "a"}), 2,
        "unknown normaliser 'sofmax'\n  hint: did you mean 'softmax'?");
  check(run_program({"run", "-", "--pattern", "band:radis=2"}, {.text = "a"}), 2,
        "band: unknown setting 'radis'\n  hint: did you mean 'radius'?");
}

TEST_CASE("inputs that cannot be read are answered with exit code 3", "[cli]") {
  check(run_program({"run", "no-such-file.txt"}), 3,
        "no-such-file.txt: cannot be read: No such file or directory");
  check(run_program({"run", data_path().string()}), 3, "expected a file, found a directory");
  check(run_program({"run", "-"}), 3, "standard input: no sentence found");
  check(run_program({"run", "-"}, {.text = "bad \xC0 byte"}), 3,
        "standard input: line 1, byte 5: 0xC0 is not valid UTF-8");
  check(run_program({"run", "-", "--model", "no/such"}, {.text = "a"}), 3, "no/such");
}

TEST_CASE("heads that the model does not have are answered with exit code 2", "[cli]") {
  check(run_program({"run", "-", "--layers", "6"}, {.text = "a"}), 2,
        "--layers 6: there are layers 0 to 5, found 6");
}

TEST_CASE("outputs that cannot be written are answered with exit code 4", "[cli]") {
  check(run_shell("attnscope list > /dev/full"), 4,
        "cannot write to standard output: No space left on device");
  check(run_shell("attnscope list >&-"), 4, "cannot write to standard output");
  check(run_program({"run", "-", "--out", "/proc/attnscope"}, {.text = "a"}), 4,
        "cannot create the folder '/proc/attnscope'");
  check(run_program({"export", "-", "--out", "/no/such/folder/x.npz"}, {.text = "a"}), 4,
        "cannot write '/no/such/folder/x.npz': No such file or directory");
  check(run_program({"export", "-", "--out", "/dev/full"}, {.text = "a"}), 4,
        "cannot write '/dev/full': No space left on device");
}

TEST_CASE("a stopped run leaves nothing half-written", "[cli]") {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  std::string text;
  for (int line = 0; line < 2000; ++line)
    text += "The trophy did not fit into the suitcase because it was too big.\n";
  write_file(folder.path() / "text.txt", text);
  const ProgramResult result = run_shell("timeout -s INT 0.7 " + program_path().string() + " run --all '" +
                                         out + "/text.txt' --out '" + out + "/out'; test $? = 124");
  CHECK(result.exit_code == 0);
  CHECK(result.errors.find("attnscope: error: interrupted") != std::string::npos);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    CHECK(entry.path().extension() != ".tmp");
  }
}

TEST_CASE("quiet means nothing but results", "[cli]") {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program({"run", "-", "--quiet", "--out", folder.path().string()}, {.text = "One word.\n"});
  CHECK(result.exit_code == 0);
  CHECK(result.output.empty());
  CHECK(result.errors.empty());
}
