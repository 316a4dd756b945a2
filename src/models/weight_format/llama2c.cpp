// Checkpoints of llama2.c, shown with the tensor names and metadata keys that GGUF uses for Llama: both pair
// neighbouring values in rotary position encoding, so that one architecture reads both.
#include <vector>

#include "core/registry.hpp"
#include "models/weight_format/llama2c_layout.hpp"
#include "models/weight_format/tensor_bytes.hpp"
#include "models/weight_format/weight_format.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

constexpr ElementType grouped_bytes{"Q8", 1, 1,
                                    nullptr};  // each group of a tensor has a scale, after all its bytes

class Llama2cWeights final : public Weights {
 public:
  explicit Llama2cWeights(const Path& path)
      : Weights("llama2c", path), file_(path), header_(read_llama2c_header(file_)) {
    std::vector<Tensor> tensors;
    for (Llama2cTensor& tensor : llama2c_tensors(header_)) {
      const ElementType* const type = tensor.is_quantised ? &grouped_bytes : plain_element_type("F32");
      tensors.push_back({.name = std::move(tensor.name),
                         .dtype = std::string(type->name),
                         .shape = std::move(tensor.shape),
                         .bytes = tensor.bytes,
                         .type = type,
                         .offset = tensor.offset});
    }
    set_tensors(std::move(tensors));
    add_metadata();
  }

 private:
  void add_metadata() {
    const auto add = [&](const char* key, MetadataValue value) { own_metadata().add(key, std::move(value)); };
    const auto size = [](Index value) { return MetadataValue(static_cast<std::uint64_t>(value)); };
    add("general.architecture", std::string("llama"));
    add("llama.context_length", size(header_.positions));
    add("llama.embedding_length", size(header_.dim));
    add("llama.block_count", size(header_.layers));
    add("llama.feed_forward_length", size(header_.hidden_dim));
    add("llama.attention.head_count", size(header_.heads));
    add("llama.attention.head_count_kv", size(header_.key_heads));
    add("llama.attention.layer_norm_rms_epsilon", 1e-5);  // fixed by the format
    add("llama.rope.dimension_count", size(header_.dim / header_.heads));
    add("llama.rope.freq_base", 10000.0);  // fixed by the format
    add("llama.vocab_size", size(header_.vocabulary));
  }

  void read(const Tensor& tensor, Index first, std::span<float> floats) const override {
    if (tensor.type == &grouped_bytes) return read_groups(tensor, first, floats);
    read_floats(*tensor.type, first, floats, [&](std::uint64_t offset, std::span<std::byte> bytes) {
      file_.read(tensor.offset + offset, bytes);
    });
  }

  void read_groups(const Tensor& tensor, Index first, std::span<float> floats) const {
    const auto count = static_cast<Index>(floats.size());
    if (count == 0) return;
    const Index first_group = first / header_.group_size;
    const Index last_group = (first + count - 1) / header_.group_size;
    const Index all = tensor.shape[0] * tensor.shape[1];
    std::vector<float> scales(static_cast<std::size_t>(last_group - first_group + 1));
    std::vector<std::byte> codes(floats.size());
    file_.read(tensor.offset + static_cast<std::uint64_t>(all + first_group * 4),
               std::as_writable_bytes(std::span(scales)));
    file_.read(tensor.offset + static_cast<std::uint64_t>(first), codes);
    for (std::size_t place = 0; place < floats.size(); ++place) {
      const Index group = (first + static_cast<Index>(place)) / header_.group_size - first_group;
      floats[place] = static_cast<float>(std::to_integer<std::int8_t>(codes[place])) *
                      scales[static_cast<std::size_t>(group)];
    }
  }

  std::string refusal(const Tensor&) const override { return " cannot be read"; }

  InputFile file_;
  Llama2cHeader header_;
};

class Llama2cFormat final : public WeightFormat {
 public:
  Match match(const FileStart& start) const override {
    if (is_llama2c(start.bytes, start.size)) return Match::by_content;
    return start.path.extension() == ".bin" ? Match::by_name : Match::no;
  }

  std::unique_ptr<const Weights> open(const Path& path) const override {
    return std::make_unique<Llama2cWeights>(path);
  }
};

const Registered<WeightFormat> registered{{
    {
        .name = "llama2c",
        .summary = "llama2.c checkpoints, versions 0 and 1 (floats) and 2 (bytes in groups)",
        .paper = "Karpathy, llama2.c",
    },
    [](const Settings&) -> std::unique_ptr<const WeightFormat> { return std::make_unique<Llama2cFormat>(); },
}};

}  // namespace
}  // namespace attnscope
