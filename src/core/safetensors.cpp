// The layout of a safetensors file: everything the format promises is verified before a byte of data is read.
#include "core/safetensors.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/little_endian.hpp"
#include "core/safetensors_header.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t most_header_bytes = 100'000'000;  // the reference implementation's limit

[[noreturn]] void fail(const std::string& message, const std::string& hint = {}) {
  throw Error(Error::Kind::input, message, hint);
}

std::string quoted(const TensorInfo& tensor) {
  return "'" + printable(tensor.name) + "'";
}

std::string with_range(const TensorInfo& tensor) {
  return quoted(tensor) + " [" + std::to_string(tensor.begin) + "," + std::to_string(tensor.end) + ")";
}

std::string hex_byte(char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return std::string("0x") + digits[value / 16] + digits[value % 16];
}

std::string read_header_text(const InputFile& file, const std::string& path) {
  if (file.size() < length_bytes) {
    fail(path + ": not a safetensors file: " + std::to_string(file.size()) + " bytes, need at least 8");
  }
  std::array<std::byte, length_bytes> length_field;
  file.read(0, length_field);
  const auto length = load_little_endian<std::uint64_t>(length_field.data());
  if (length > most_header_bytes) {
    fail(path + ": header length " + std::to_string(length) + " is above the limit of " +
         std::to_string(most_header_bytes));
  }
  const std::uint64_t left = file.size() - length_bytes;
  if (length > left) {
    fail(path + ": header says " + std::to_string(length) + " bytes but only " + std::to_string(left) +
         " follow; incomplete download?");
  }
  std::string text(static_cast<std::size_t>(length), '\0');
  file.read(length_bytes, std::as_writable_bytes(std::span(text)));
  return text;
}

void check_header_text(std::string_view text, const std::string& path) {
  if (const std::size_t invalid = find_invalid_utf8(text); invalid != std::string_view::npos) {
    fail(path + ": header is not UTF-8 (byte " + hex_byte(text[invalid]) + " at offset " +
         std::to_string(invalid + length_bytes) + ")");
  }
  if (text.starts_with("\xEF\xBB\xBF")) fail(path + ": header starts with a byte order mark, expected '{'");
  if (!text.empty() && text.back() == '\0') {
    fail(path + ": header is padded with NUL bytes; the format wants spaces",
         "the writer of this file is faulty");
  }
}

/// Each tensor starts where the last one ended, the first at 0, and the last ends where the file does.
void check_layout(std::span<const TensorInfo> tensors, std::uint64_t data_size, const std::string& path) {
  std::vector<const TensorInfo*> by_place;
  by_place.reserve(tensors.size());
  for (const TensorInfo& tensor : tensors) by_place.push_back(&tensor);
  std::sort(by_place.begin(), by_place.end(), [](const TensorInfo* a, const TensorInfo* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
  });
  const TensorInfo* last = nullptr;
  std::uint64_t end = 0;
  for (const TensorInfo* tensor : by_place) {
    if (tensor->begin < end)
      fail(path + ": tensors " + with_range(*last) + " and " + with_range(*tensor) + " overlap");
    if (tensor->begin > end) {
      fail(path + ": bytes " + std::to_string(end) + "–" + std::to_string(tensor->begin - 1) +
           " of the data belong to no tensor");
    }
    end = tensor->end;
    last = tensor;
  }
  if (end > data_size) {
    fail(path + ": tensor " + quoted(*last) + " ends at " + std::to_string(end) + " but the data has " +
         std::to_string(data_size) + " bytes; incomplete download?");
  }
  if (end < data_size) {
    fail(path + ": " + std::to_string(data_size - end) +
         " bytes after the last tensor; the file was changed or is a different format");
  }
}

}  // namespace

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path) : file_(path) {
  refuse_foreign_file(file_);
  const std::string shown = shown_path(path);
  {
    const std::string text = read_header_text(file_, shown);
    check_header_text(text, shown);
    data_begin_ = length_bytes + text.size();
    SafetensorsHeader header = read_safetensors_header(text, shown);
    tensors_ = std::move(header.tensors);
    metadata_ = std::move(header.metadata);
  }
  std::sort(tensors_.begin(), tensors_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  const auto twin = std::adjacent_find(tensors_.begin(), tensors_.end(),
                                       [](const auto& a, const auto& b) { return a.name == b.name; });
  if (twin != tensors_.end()) fail(shown + ": tensor " + quoted(*twin) + " appears twice in the header");
  check_layout(tensors_, file_.size() - data_begin_, shown);
}

const TensorInfo* SafetensorsFile::find(std::string_view name) const {
  const auto place =
      std::lower_bound(tensors_.begin(), tensors_.end(), name,
                       [](const TensorInfo& have, std::string_view wanted) { return have.name < wanted; });
  return place != tensors_.end() && place->name == name ? &*place : nullptr;
}

void SafetensorsFile::read(const TensorInfo& tensor, std::uint64_t first, std::span<std::byte> bytes) const {
  assert(first <= tensor.byte_count() && bytes.size() <= tensor.byte_count() - first);
  file_.read(data_begin_ + tensor.begin + first, bytes);
}

Index dtype_bits(std::string_view dtype) {
  struct Known {
    std::string_view name;
    Index bits;
  };
  static constexpr std::array<Known, 24> table{{
      {"F32", 32},    {"F16", 16},    {"BF16", 16},       {"F64", 64},    {"I64", 64},    {"I32", 32},
      {"I16", 16},    {"I8", 8},      {"U64", 64},        {"U32", 32},    {"U16", 16},    {"U8", 8},
      {"BOOL", 8},    {"C64", 64},    {"F8_E4M3", 8},     {"F8_E5M2", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8},
      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F8_E5M2FNUZ", 8}, {"F4", 4},      {"C128", 128},  {"F8_E4M3FN", 8},
  }};
  for (const Known& known : table) {
    if (known.name == dtype) return known.bits;
  }
  return 0;
}

void write_safetensors(const std::filesystem::path& path, std::span<const FloatTensor> tensors,
                       const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::uint64_t end = 0;
  for (const FloatTensor& tensor : tensors) {
    const std::uint64_t begin = end;
    end += tensor.numbers.size_bytes();
    header[tensor.name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.append((length_bytes - text.size() % length_bytes) % length_bytes, ' ');
  const std::uint64_t length = text.size();
  OutputFile file(path);
  file.write(std::as_bytes(std::span(&length, 1)));
  file.write(text);
  for (const FloatTensor& tensor : tensors) file.write(std::as_bytes(tensor.numbers));
  file.commit();
}

}  // namespace attnscope
