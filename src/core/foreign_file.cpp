// Recognises by the first bytes what people mistake for a model file.
#include "core/foreign_file.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

bool starts_with_html(std::string_view start) {
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  std::string lower(start.substr(0, 16));
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower.starts_with("<!doctype html") || lower.starts_with("<html");
}

bool is_pickle(std::string_view start) {
  const bool is_zip = start.starts_with("PK\x03\x04");
  const bool is_plain_pickle =
      start.size() > 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5 &&
      (start[2] == '\x8a' || start[2] == '}' || start[2] == 'c' || start[2] == '\x95');
  return is_plain_pickle || (is_zip && start.substr(0, 256).find("data.pkl") != std::string_view::npos);
}

}  // namespace

std::string first_bytes(const InputFile& file, std::size_t most) {
  std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), most)), '\0');
  file.read(0, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

std::string shown_path(const std::filesystem::path& path) {
  return printable(path.string(), 400);
}

void refuse_foreign_file(const InputFile& file) {
  const std::string start = first_bytes(file, 512);
  const std::string path = shown_path(file.path());
  if (start.starts_with("version https://git-lfs.github.com/spec/")) {
    throw Error(
        Error::Kind::input,
        path + ": this is a Git LFS pointer (" + std::to_string(file.size()) + " bytes), not the model",
        "run 'git lfs pull'");
  }
  if (starts_with_html(start)) {
    throw Error(Error::Kind::input, path + ": this is an HTML page, probably a failed download");
  }
  if (is_pickle(start)) {
    throw Error(Error::Kind::unsupported, path + ": PyTorch pickle files can run code and are never loaded",
                "convert to safetensors");
  }
}

}  // namespace attnscope
