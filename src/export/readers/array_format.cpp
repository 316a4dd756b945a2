// Chooses the format, and the array where there are several.
#include "export/readers/array_format.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/foreign_file.hpp"
#include "core/registry.hpp"
#include "core/suggest.hpp"
#include "core/utf8.hpp"

namespace attnscope {

std::unique_ptr<const ArrayFile> open_arrays(const std::filesystem::path& path) {
  std::string start;
  {
    const InputFile file(path);
    refuse_foreign_file(file);
    start = first_bytes(file, 4096);
  }
  for (const auto& entry : Registry<ArrayFormat>::instance().entries()) {
    const auto format = entry.make(Settings(entry.name, entry.settings, {}));
    if (format->matches(start, path)) return format->open(path);
  }
  throw Error(
      Error::Kind::unsupported,
      shown_path(path) + ": not a file of matrices (starts with '" + printable(start.substr(0, 8)) + "')",
      "known are .npy, .npz, .safetensors and .json");
}

std::string choose_array(const ArrayFile& file, const std::string& wanted,
                         const std::filesystem::path& path) {
  std::vector<std::string> names;
  std::string list;
  for (const ArrayFile::Entry& entry : file.entries()) {
    if (entry.is_text) continue;
    names.push_back(entry.name);
    if (list.size() < 1000) list += (list.empty() ? "" : ", ") + printable(entry.name, 60);
  }
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return wanted;
  const std::string shown = shown_path(path);
  list = printable(list, 600);
  if (!wanted.empty()) {
    constexpr std::ptrdiff_t most_compared = 1000;
    const auto end = names.begin() + std::min(most_compared, std::ssize(names));
    const std::vector<std::string_view> known(names.begin(), end);
    throw Error(Error::Kind::input, shown + ": no array '" + printable(wanted) + "'; the file has: " + list,
                did_you_mean(wanted, known));
  }
  if (names.empty()) throw Error(Error::Kind::input, shown + ": no array of numbers in this file");
  if (names.size() > 1) throw Error(Error::Kind::input, shown + ": several arrays: " + list, "name one");
  return names.front();
}

FloatArray read_array(const std::filesystem::path& path, const std::string& name) {
  const auto file = open_arrays(path);
  return file->numbers(choose_array(*file, name, path));
}

}  // namespace attnscope
