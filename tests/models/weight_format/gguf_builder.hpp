// Builds GGUF files piece by piece, right or wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

template <typename Number>
std::string little_endian(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof(Number)};
}

inline std::string gguf_text(std::string_view text) {
  return little_endian<std::uint64_t>(text.size()).append(text);
}

/// A file of entries and tensors given as bytes; counts are those of the lists unless stated.
struct GgufFile {
  std::uint32_t version = 3;
  std::vector<std::string> entries = {};
  std::vector<std::string> tensors = {};
  std::string data = {};
  std::uint64_t alignment = 32;

  std::string bytes() const {
    std::string all = "GGUF" + little_endian(version) + little_endian<std::uint64_t>(tensors.size()) +
                      little_endian<std::uint64_t>(entries.size());
    for (const std::string& entry : entries) all += entry;
    for (const std::string& tensor : tensors) all += tensor;
    if (!data.empty()) all.resize((all.size() + alignment - 1) / alignment * alignment, '\0');
    return all + data;
  }
};

inline std::string gguf_entry(std::string_view key, std::uint32_t type, std::string_view value) {
  return gguf_text(key).append(little_endian(type)).append(value);
}

inline std::string gguf_tensor(std::string_view name, const std::vector<std::uint64_t>& sizes,
                               std::uint32_t type, std::uint64_t offset) {
  std::string bytes = gguf_text(name) + little_endian(static_cast<std::uint32_t>(sizes.size()));
  for (const std::uint64_t size : sizes) bytes += little_endian(size);
  return bytes.append(little_endian(type)).append(little_endian(offset));
}

}  // namespace attnscope
