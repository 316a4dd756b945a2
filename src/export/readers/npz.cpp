// .npz: named arrays in a zip archive.
#include "core/registry.hpp"
#include "core/zip_archive.hpp"
#include "export/readers/array_format.hpp"

namespace attnscope {
namespace {

class NpzArrays final : public ArrayFile {
 public:
  explicit NpzArrays(const std::filesystem::path& path) : npz_(path) {
    for (const std::string& name : npz_.names()) {
      const NpyHeader header = npz_.header(name);
      entries_.push_back({name, header.shape, header.kind == 'U' || header.kind == 'S'});
    }
  }

  std::vector<Entry> entries() const override { return entries_; }
  FloatArray numbers(const std::string& name) const override { return npz_.floats(name); }
  std::vector<std::string> texts(const std::string& name) const override { return npz_.texts(name); }

 private:
  NpzReader npz_;
  std::vector<Entry> entries_;
};

class NpzFormat final : public ArrayFormat {
 public:
  bool matches(std::string_view first_bytes, const std::filesystem::path& path) const override {
    return first_bytes.starts_with("PK") || path.extension() == ".npz";
  }
  std::unique_ptr<const ArrayFile> open(const std::filesystem::path& path) const override {
    return std::make_unique<NpzArrays>(path);
  }
};

const Registered<ArrayFormat> registered{{
    {.name = "npz",
     .summary = "named arrays, as numpy.savez and attnscope write them",
     .paper = "NumPy, .npz format"},
    [](const Settings&) -> std::unique_ptr<const ArrayFormat> { return std::make_unique<NpzFormat>(); },
}};

}  // namespace
}  // namespace attnscope
