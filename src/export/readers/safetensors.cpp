// .safetensors: named arrays of any plain number.
#include "core/safetensors.hpp"

#include <array>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/half.hpp"
#include "core/registry.hpp"
#include "core/utf8.hpp"
#include "export/readers/array_format.hpp"

namespace attnscope {
namespace {

/// The kind of NumPy number with the same bytes.
struct SameNumbers {
  std::string_view dtype;
  char kind;
  Index bytes;
};
constexpr std::array<SameNumbers, 12> same_numbers{{{"F32", 'f', 4},
                                                    {"F16", 'f', 2},
                                                    {"F64", 'f', 8},
                                                    {"I64", 'i', 8},
                                                    {"I32", 'i', 4},
                                                    {"I16", 'i', 2},
                                                    {"I8", 'i', 1},
                                                    {"U64", 'u', 8},
                                                    {"U32", 'u', 4},
                                                    {"U16", 'u', 2},
                                                    {"U8", 'u', 1},
                                                    {"BOOL", 'b', 1}}};

class SafetensorsArrays final : public ArrayFile {
 public:
  explicit SafetensorsArrays(const std::filesystem::path& path) : file_(path) {}

  std::vector<Entry> entries() const override {
    std::vector<Entry> entries;
    for (const TensorInfo& tensor : file_.tensors()) entries.push_back({tensor.name, tensor.shape, false});
    return entries;
  }

  FloatArray numbers(const std::string& name) const override {
    const TensorInfo& tensor = *file_.find(name);
    std::vector<std::byte> bytes(tensor.byte_count());
    file_.read(tensor, 0, bytes);
    const Index count = checked_element_count(tensor.shape).value_or(0);
    FloatArray array{tensor.shape, std::vector<float>(static_cast<std::size_t>(count))};
    if (tensor.dtype == "BF16") {
      widen_bfloat16(bytes.data(), array.numbers.data(), count);
      return array;
    }
    for (const SameNumbers& same : same_numbers) {
      if (same.dtype != tensor.dtype) continue;
      convert_npy_items({.descr = {}, .kind = same.kind, .item_bytes = same.bytes, .shape = {}}, bytes.data(),
                        array.numbers.data(), count);
      return array;
    }
    throw Error(Error::Kind::unsupported, shown_path(file_.path()) + ": tensor '" + printable(name) +
                                              "' has dtype " + printable(tensor.dtype) +
                                              ", which attention weights cannot have");
  }

  std::vector<std::string> texts(const std::string&) const override { return {}; }

 private:
  SafetensorsFile file_;
};

class SafetensorsFormat final : public ArrayFormat {
 public:
  bool matches(std::string_view first_bytes, const std::filesystem::path& path) const override {
    constexpr std::size_t header_begin = 8;
    return path.extension() == ".safetensors" ||
           (first_bytes.size() > header_begin && first_bytes[header_begin] == '{' &&
            first_bytes[header_begin - 1] == '\0');
  }
  std::unique_ptr<const ArrayFile> open(const std::filesystem::path& path) const override {
    return std::make_unique<SafetensorsArrays>(path);
  }
};

const Registered<ArrayFormat> registered{{
    {.name = "safetensors",
     .summary = "named arrays, as safetensors.save_file writes them",
     .paper = "Hugging Face, safetensors"},
    [](const Settings&) -> std::unique_ptr<const ArrayFormat> {
      return std::make_unique<SafetensorsFormat>();
    },
}};

}  // namespace
}  // namespace attnscope
