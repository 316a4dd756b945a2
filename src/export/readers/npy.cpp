// .npy: one array without a name.
#include "core/npy.hpp"

#include "core/registry.hpp"
#include "export/readers/array_format.hpp"

namespace attnscope {
namespace {

class NpyArrays final : public ArrayFile {
 public:
  explicit NpyArrays(const std::filesystem::path& path)
      : file_(path), header_(NpyReader(source_of(file_)).header()) {}

  std::vector<Entry> entries() const override {
    return {{"", header_.shape, header_.kind == 'U' || header_.kind == 'S'}};
  }
  FloatArray numbers(const std::string&) const override {
    return {header_.shape, NpyReader(source_of(file_)).floats()};
  }
  std::vector<std::string> texts(const std::string&) const override {
    return NpyReader(source_of(file_)).texts();
  }

 private:
  InputFile file_;
  NpyHeader header_;
};

class NpyFormat final : public ArrayFormat {
 public:
  bool matches(std::string_view first_bytes, const std::filesystem::path& path) const override {
    return first_bytes.starts_with("\x93NUMPY") || path.extension() == ".npy";
  }
  std::unique_ptr<const ArrayFile> open(const std::filesystem::path& path) const override {
    return std::make_unique<NpyArrays>(path);
  }
};

const Registered<ArrayFormat> registered{{
    {.name = "npy", .summary = "one array, as numpy.save writes it", .paper = "NumPy, .npy format"},
    [](const Settings&) -> std::unique_ptr<const ArrayFormat> { return std::make_unique<NpyFormat>(); },
}};

}  // namespace
}  // namespace attnscope
