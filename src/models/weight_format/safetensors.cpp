// Hugging Face's safetensors: one file, or shards listed by an index; MXFP4 pairs of blocks and scales are
// one tensor.
#include "core/safetensors.hpp"

#include <algorithm>
#include <cassert>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/little_endian.hpp"
#include "core/registry.hpp"
#include "core/utf8.hpp"
#include "models/weight_format/mxfp4.hpp"
#include "models/weight_format/shard_index.hpp"
#include "models/weight_format/tensor_bytes.hpp"
#include "models/weight_format/weight_format.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

constexpr std::string_view blocks_ending = "_blocks";
constexpr std::string_view scales_ending = "_scales";
constexpr Index block_bytes = 16;  // of MXFP4: 32 numbers of 4 bits

class SafetensorsWeights final : public Weights {
 public:
  explicit SafetensorsWeights(const Path& path) : Weights("safetensors", path) {
    std::vector<Tensor> tensors;
    if (path.filename().string().ends_with(".json")) {
      for (const Shard& shard : read_shard_index(path))
        add_shard(path.parent_path() / shard.name, shard, tensors);
    } else {
      files_.emplace_back(path);
      tensors.reserve(files_.back().tensors().size());
      for (const TensorInfo& info : files_.back().tensors()) add(files_.back(), info, tensors);
    }
    set_tensors(std::move(tensors));
  }

 private:
  void add_shard(const Path& path, const Shard& shard, std::vector<Tensor>& tensors) {
    const SafetensorsFile& file = files_.emplace_back(path);
    for (const std::string& name : shard.tensors) {
      const TensorInfo* info = file.find(name);
      if (info == nullptr) {
        throw Error(Error::Kind::input, shown_path(path) + ": tensor '" + printable(name) +
                                            "' listed in the index is not in the file");
      }
      add(file, *info, tensors);
    }
  }

  void add(const SafetensorsFile& file, const TensorInfo& info, std::vector<Tensor>& tensors) const {
    Tensor tensor{.name = info.name,
                  .dtype = info.dtype,
                  .shape = info.shape,
                  .bytes = info.byte_count(),
                  .type = plain_element_type(info.dtype),
                  .file = files_.size() - 1};
    if (scales_of(file, info) != nullptr) {
      tensor.name.resize(info.name.size() - blocks_ending.size());
      tensor.dtype = mxfp4_pair.name;
      tensor.shape.pop_back();
      tensor.shape.back() *= mxfp4_pair.numbers_per_block;
      tensor.bytes += scales_of(file, info)->byte_count();
      tensor.type = &mxfp4_pair;
      if (is_turned(tensor)) std::swap(tensor.shape[1], tensor.shape[2]);
    } else if (is_scales(file, info)) {
      return;
    }
    tensors.push_back(std::move(tensor));
  }

  /// The scales of `blocks` when it is the first of such a pair: [… x groups x 16] and [… x groups] of U8.
  static const TensorInfo* scales_of(const SafetensorsFile& file, const TensorInfo& blocks) {
    if (blocks.dtype != "U8" || !blocks.name.ends_with(blocks_ending)) return nullptr;
    if (blocks.shape.size() < 2 || blocks.shape.back() != block_bytes) return nullptr;
    const std::string stem = blocks.name.substr(0, blocks.name.size() - blocks_ending.size());
    const TensorInfo* scales = file.find(stem + std::string(scales_ending));
    std::vector<Index> shape(blocks.shape.begin(), blocks.shape.end() - 1);
    const bool fits =
        scales != nullptr && scales->dtype == "U8" && scales->shape == shape && file.find(stem) == nullptr;
    shape.push_back(mxfp4_pair.numbers_per_block);
    if (!checked_element_count(shape)) return nullptr;
    return fits ? scales : nullptr;
  }

  static bool is_scales(const SafetensorsFile& file, const TensorInfo& info) {
    if (!info.name.ends_with(scales_ending)) return false;
    const std::string stem = info.name.substr(0, info.name.size() - scales_ending.size());
    const TensorInfo* blocks = file.find(stem + std::string(blocks_ending));
    return blocks != nullptr && scales_of(file, *blocks) == &info;
  }

  void read(const Tensor& tensor, Index first, std::span<float> floats) const override {
    const SafetensorsFile& file = files_[tensor.file];
    if (tensor.type == &mxfp4_pair && is_turned(tensor)) return read_turned(file, tensor, floats);
    if (tensor.type == &mxfp4_pair) return read_pairs(file, tensor, first, floats);
    const TensorInfo& info = *file.find(tensor.name);
    read_floats(*tensor.type, first, floats,
                [&](std::uint64_t offset, std::span<std::byte> bytes) { file.read(info, offset, bytes); });
  }

  /// Experts' matrices are packed as [experts x outputs x inputs], and stored as [experts x inputs x outputs]
  /// where they are not packed: they are shown as the latter, so that a model is the same in both.
  static bool is_turned(const Tensor& tensor) { return tensor.shape.size() == 3; }

  /// The whole tensor, expert by expert. Requires: floats has a number for each of it.
  static void read_turned(const SafetensorsFile& file, const Tensor& tensor, std::span<float> floats) {
    const Index inputs = tensor.shape[1];
    const Index outputs = tensor.shape[2];
    if (floats.empty()) return;
    Matrix expert(outputs, inputs);
    assert(static_cast<Index>(floats.size()) == tensor.shape[0] * expert.size());
    for (Index number = 0; number < tensor.shape[0]; ++number) {
      read_pairs(file, tensor, number * expert.size(), expert.numbers());
      const MatrixView target(floats.data() + number * expert.size(), inputs, outputs);
      constexpr Index strip = 16;  // inputs at a time: as many as share a cache line of the source
      for (Index begin = 0; begin < inputs; begin += strip) {
        for (Index output = 0; output < outputs; ++output) {
          for (Index input = begin; input < std::min(begin + strip, inputs); ++input) {
            target(input, output) = expert(output, input);
          }
        }
      }
    }
  }

  /// Blocks and their scales lie apart: a block type of 17 bytes is put together from both.
  static void read_pairs(const SafetensorsFile& file, const Tensor& tensor, Index first,
                         std::span<float> floats) {
    const TensorInfo& blocks = *file.find(tensor.name + std::string(blocks_ending));
    const TensorInfo& scales = *file.find(tensor.name + std::string(scales_ending));
    std::vector<std::byte> scale_bytes;
    std::vector<std::byte> block_data;
    read_floats(mxfp4_pair, first, floats, [&](std::uint64_t offset, std::span<std::byte> bytes) {
      const std::uint64_t first_block = offset / (block_bytes + 1);
      const std::size_t count = bytes.size() / (block_bytes + 1);
      scale_bytes.resize(count);
      block_data.resize(count * block_bytes);
      file.read(scales, first_block, scale_bytes);
      file.read(blocks, first_block * block_bytes, block_data);
      for (std::size_t block = 0; block < count; ++block) {
        const auto out = bytes.begin() + static_cast<std::ptrdiff_t>(block * (block_bytes + 1));
        *out = scale_bytes[block];
        std::copy_n(block_data.begin() + static_cast<std::ptrdiff_t>(block * block_bytes), block_bytes,
                    out + 1);
      }
    });
  }

  std::string refusal(const Tensor& tensor) const override {
    const std::string dtype = printable(tensor.dtype);
    if (dtype_bits(tensor.dtype) == 0) return ": unknown dtype '" + dtype + "'";
    const std::string_view start = std::string_view(tensor.dtype).substr(0, 2);
    if (start == "F8")
      return " has dtype " + dtype + ", whose scales lie in other tensors; convert to BF16 or F16";
    if (start == "I8" || start == "U8") {
      return " has dtype " + dtype +
             ", quantised numbers whose scales this program does not know; convert to BF16 or F16";
    }
    return " has dtype " + dtype + ", which attention weights cannot have";
  }

  std::vector<SafetensorsFile> files_;
};

class SafetensorsFormat final : public WeightFormat {
 public:
  Match match(const FileStart& start) const override {
    constexpr std::size_t length_bytes = 8;
    constexpr std::uint64_t most_header_bytes = 100'000'000;
    const std::string name = start.path.filename().string();
    if (name.ends_with(".safetensors.index.json")) return Match::by_content;
    if (start.bytes.size() > length_bytes) {
      const auto length = load_little_endian<std::uint64_t>(std::as_bytes(std::span(start.bytes)).data());
      if (length <= most_header_bytes && start.bytes[length_bytes] == '{') return Match::by_content;
    }
    return name.ends_with(".safetensors") ? Match::by_name : Match::no;
  }

  std::unique_ptr<const Weights> open(const Path& path) const override {
    return std::make_unique<SafetensorsWeights>(path);
  }
};

const Registered<WeightFormat> registered{{
    {
        .name = "safetensors",
        .summary = "Hugging Face's format: one file or shards with an index; F64, F32, F16, BF16, MXFP4",
        .paper = "Hugging Face, safetensors",
    },
    [](const Settings&) -> std::unique_ptr<const WeightFormat> {
      return std::make_unique<SafetensorsFormat>();
    },
}};

}  // namespace
}  // namespace attnscope
