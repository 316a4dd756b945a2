// .npz: an archive whose entries are arrays; each must end where its header says.
#include <array>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "core/zip_archive.hpp"

namespace attnscope {
namespace {

constexpr std::string_view ending = ".npy";

/// Lets one byte more than the array be asked for: data after it means that the entry lies about its size.
template <typename Read>
auto read_to_end(ByteSource source, const Read& read) {
  const auto rest = source.read;
  const std::string what = source.what;
  NpyReader reader(std::move(source));
  auto result = read(reader);
  std::array<std::byte, 1> more;
  if (rest(more) != 0) {
    const auto bytes = reader.header().count() * reader.header().item_bytes;
    throw Error(Error::Kind::input,
                what + " inflates past the " + std::to_string(bytes) + " bytes that its header gives");
  }
  return result;
}

}  // namespace

std::vector<std::string> NpzReader::names() const {
  std::vector<std::string> names;
  for (const std::string& name : archive_.names()) {
    if (name.ends_with(ending)) names.push_back(name.substr(0, name.size() - ending.size()));
  }
  return names;
}

bool NpzReader::has(std::string_view name) const {
  for (const std::string& known : names()) {
    if (known == name) return true;
  }
  return false;
}

ByteSource NpzReader::source(std::string_view name) const {
  if (has(name)) return archive_.open(std::string(name) + std::string(ending));
  std::string list;
  for (const std::string& known : names()) list += (list.empty() ? "" : ", ") + printable(known, 60);
  throw Error(Error::Kind::input, shown_path(path_) + ": no array '" + printable(name) +
                                      "'; the file has: " + (list.empty() ? "none" : printable(list, 600)));
}

NpyHeader NpzReader::header(std::string_view name) const {
  return NpyReader(source(name)).header();
}

FloatArray NpzReader::floats(std::string_view name) const {
  return read_to_end(source(name), [](NpyReader& reader) {
    std::vector<float> numbers = reader.floats();
    return FloatArray{reader.header().shape, std::move(numbers)};
  });
}

std::vector<std::int64_t> NpzReader::wholes(std::string_view name) const {
  return read_to_end(source(name), [](NpyReader& reader) { return reader.wholes(); });
}

std::vector<std::string> NpzReader::texts(std::string_view name) const {
  return read_to_end(source(name), [](NpyReader& reader) { return reader.texts(); });
}

}  // namespace attnscope
