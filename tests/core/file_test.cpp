// Reading whole files and pieces of them.
#include "core/file.hpp"

#include <sys/stat.h>

#include <array>

#include "support/catch.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

TEST_CASE("a file is read whole, and pieces of it from any place", "[file]") {
  const TemporaryFolder folder;
  const auto path = folder.write("F", "hello, world");
  CHECK(read_text(path) == "hello, world");
  const InputFile file(path);
  CHECK(file.size() == 12);
  std::array<std::byte, 5> piece;
  file.read(7, piece);
  CHECK(std::to_integer<char>(piece[0]) == 'w');
  CHECK(message_of(folder, [&] { file.read(8, piece); }) ==
        "F: ends at byte 12, 1 more expected | the file is incomplete, or something is changing it");
}

TEST_CASE("a file longer than the limit is refused before it is read", "[file]") {
  const TemporaryFolder folder;
  const auto path = folder.write("F", "x");
  std::filesystem::resize_file(path, std::uint64_t{1} << 40);  // a hole: takes no room on the disk
  CHECK(message_of(folder, [&] { (void)read_text(path); }) == "F: longer than the limit of 4294967296 bytes");
}

TEST_CASE("what is no file is named for what it is", "[file]") {
  const TemporaryFolder folder;
  CHECK(message_of(folder, [&] { InputFile(folder.path() / "none"); }) ==
        "none: cannot be read: No such file or directory");
  CHECK(message_of(folder, [&] { InputFile(folder.path()); })
            .ends_with("expected a file, found a directory | a model folder is given with --model"));
  const auto pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(message_of(folder, [&] { InputFile{pipe}; }) ==
        "pipe: expected a file, found a pipe or device | it is read at several places; write it to a file first");
}
