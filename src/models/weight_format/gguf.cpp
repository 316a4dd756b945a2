// GGUF, the format of llama.cpp: one file, or parts named NAME-00001-of-00003.gguf.
#include <cstdio>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/registry.hpp"
#include "core/utf8.hpp"
#include "models/weight_format/gguf_header.hpp"
#include "models/weight_format/tensor_bytes.hpp"
#include "models/weight_format/weight_format.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

constexpr Index most_parts = 10'000;

/// "NAME-00002-of-00003.gguf" for part 2 of 3; numbers from 1.
std::string part_ending(Index part, Index count) {
  std::string text(48, '\0');
  const int length = std::snprintf(text.data(), text.size(), "-%05td-of-%05td.gguf", part, count);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

class GgufWeights final : public Weights {
 public:
  explicit GgufWeights(const Path& path) : Weights("gguf", path) {
    files_.emplace_back(path);
    GgufHeader header = read_gguf_header(files_.back());
    const Index parts = header.metadata.whole_or("split.count", 1);
    std::vector<Tensor> tensors;
    if (parts <= 1) {
      own_metadata() = std::move(header.metadata);
      add(header.tensors, tensors);
    } else {
      read_parts(header.metadata, tensors);
    }
    set_tensors(std::move(tensors));
  }

 private:
  /// The opened file is one of several; all others lie next to it.
  void read_parts(const Metadata& opened, std::vector<Tensor>& tensors) {
    const std::string shown = shown_path(path());
    const Index count = opened.whole("split.count");
    const Index number = opened.whole("split.no") + 1;
    const auto fail = [&](const std::string& message) {
      throw Error(Error::Kind::input, shown + ": " + message);
    };
    if (count > most_parts || number < 1 || number > count) {
      fail("part " + std::to_string(number) + " of " + std::to_string(count) + " cannot be");
    }
    const std::string name = path().filename().string();
    const std::string ending = part_ending(number, count);
    if (!name.ends_with(ending)) {
      fail("part " + std::to_string(number) + " of " + std::to_string(count) + "; its name must end in '" +
           ending + "'");
    }
    const std::string stem = name.substr(0, name.size() - ending.size());
    check_parts_are_there(stem, number, count);

    files_.clear();
    for (Index part = 1; part <= count; ++part) {
      files_.emplace_back(path().parent_path() / (stem + part_ending(part, count)));
      GgufHeader header = read_gguf_header(files_.back());
      if (header.metadata.whole_or("split.no", -1) != part - 1) {
        throw Error(Error::Kind::input,
                    shown_path(files_.back().path()) + ": is not part " + std::to_string(part));
      }
      if (part == 1) own_metadata() = std::move(header.metadata);
      add(header.tensors, tensors);
    }
    const auto wanted = opened.whole_or("split.tensors.count", static_cast<Index>(tensors.size()));
    if (wanted != static_cast<Index>(tensors.size())) {
      fail("the parts have " + std::to_string(tensors.size()) + " tensors, split.tensors.count says " +
           std::to_string(wanted));
    }
  }

  void check_parts_are_there(const std::string& stem, Index number, Index count) const {
    std::string missing;
    Index missing_count = 0;
    for (Index part = 1; part <= count; ++part) {
      std::error_code ignored;
      if (std::filesystem::exists(path().parent_path() / (stem + part_ending(part, count)), ignored))
        continue;
      constexpr Index most_named = 5;
      if (++missing_count <= most_named) missing += (missing.empty() ? "" : " and ") + std::to_string(part);
    }
    if (missing_count == 0) return;
    throw Error(Error::Kind::input,
                shown_path(path()) + ": part " + std::to_string(number) + " of " + std::to_string(count) +
                    (missing_count == 1 ? "; part " : "; parts ") + missing +
                    (missing_count == 1 ? " is" : " are") + " missing next to it",
                "the download is incomplete");
  }

  void add(std::vector<GgufTensor>& found, std::vector<Tensor>& tensors) const {
    for (GgufTensor& tensor : found) {
      tensors.push_back({.name = std::move(tensor.name),
                         .dtype = std::string(tensor.type->element.name),
                         .shape = std::move(tensor.shape),
                         .bytes = tensor.bytes,
                         .type = tensor.type->is_readable ? &tensor.type->element : nullptr,
                         .file = files_.size() - 1,
                         .offset = tensor.offset});
    }
  }

  void read(const Tensor& tensor, Index first, std::span<float> floats) const override {
    read_floats(*tensor.type, first, floats, [&](std::uint64_t offset, std::span<std::byte> bytes) {
      files_[tensor.file].read(tensor.offset + offset, bytes);
    });
  }

  std::string refusal(const Tensor& tensor) const override {
    if (tensor.dtype.starts_with("I") && !tensor.dtype.starts_with("IQ")) {
      return " has type " + tensor.dtype + ", which attention weights cannot have";
    }
    return " has type " + tensor.dtype + ", which this program does not read; convert to F16, Q8_0 or Q4_K";
  }

  std::vector<InputFile> files_;
};

class GgufFormat final : public WeightFormat {
 public:
  Match match(const FileStart& start) const override {
    if (start.bytes.starts_with("GGUF")) return Match::by_content;
    return start.path.extension() == ".gguf" ? Match::by_name : Match::no;
  }

  std::unique_ptr<const Weights> open(const Path& path) const override {
    return std::make_unique<GgufWeights>(path);
  }
};

const Registered<WeightFormat> registered{{
    {
        .name = "gguf",
        .summary =
            "llama.cpp's format, versions 2 and 3: F32, F16, BF16, Q4_0 to Q8_0, Q2_K to Q6_K, IQ4_NL, MXFP4",
        .paper = "ggml-org, GGUF specification",
    },
    [](const Settings&) -> std::unique_ptr<const WeightFormat> { return std::make_unique<GgufFormat>(); },
}};

}  // namespace
}  // namespace attnscope
