// Each count is compared with the bytes left before anything is allocated, each product is checked.
#include "models/weight_format/gguf_header.hpp"

#include <algorithm>
#include <bit>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "models/weight_format/gguf_metadata.hpp"

namespace attnscope {
namespace {

constexpr std::uint64_t least_entry_bytes = 8 + 1 + 4 + 1;       // key, type, value
constexpr std::uint64_t least_tensor_bytes = 8 + 1 + 4 + 4 + 8;  // name, dimensions, type, offset
constexpr std::uint64_t most_entries = 65'536;
constexpr std::uint64_t most_tensors = std::uint64_t{1} << 17;  // real models have some thousand
constexpr std::uint64_t most_name_bytes = 64;
constexpr std::uint32_t most_dimensions = 4;
constexpr std::uint64_t default_alignment = 32;

class HeaderReader {
 public:
  explicit HeaderReader(const InputFile& file)
      : file_(file), what_(shown_path(file.path())), cursor_(file, what_) {}

  GgufHeader read() {
    check_magic_and_version();
    const auto tensor_count = read_count("tensors", least_tensor_bytes, most_tensors);
    const auto entry_count = read_count("metadata entries", least_entry_bytes, most_entries);
    GgufHeader header;
    header.metadata = read_gguf_metadata(cursor_, entry_count, what_);
    const std::uint64_t alignment = read_alignment(header.metadata);
    header.tensors.reserve(static_cast<std::size_t>(tensor_count));
    for (std::uint64_t tensor = 0; tensor < tensor_count; ++tensor)
      header.tensors.push_back(read_tensor(tensor));
    place_tensors(header.tensors, alignment);
    check_token_lists(header.metadata);
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& message, Error::Kind kind = Error::Kind::input) const {
    throw Error(kind, what_ + ": " + message);
  }
  static std::string quoted(const GgufTensor& tensor) { return "tensor '" + printable(tensor.name) + "'"; }

  void check_magic_and_version() {
    const std::string magic = first_bytes(file_, 4);
    if (magic != "GGUF") fail("not a GGUF file (starts with '" + printable(magic) + "')");
    cursor_.number<std::uint32_t>("the magic number");
    const auto version = cursor_.number<std::uint32_t>("the version");
    if (version != 0 && (version & 0xFFFFU) == 0) {
      fail("looks like a big-endian GGUF file, which is not supported", Error::Kind::unsupported);
    }
    if (version != 2 && version != 3) {
      fail("GGUF version " + std::to_string(version) + " is not supported (2 and 3 are)",
           Error::Kind::unsupported);
    }
  }

  std::uint64_t read_count(const std::string& of_what, std::uint64_t least_bytes, std::uint64_t most) {
    const auto count = cursor_.number<std::uint64_t>("the number of " + of_what);
    const auto bytes = checked_product(count, least_bytes);
    if (!bytes || *bytes > cursor_.left()) {
      fail("says " + std::to_string(count) + " " + of_what + ", but the file has only " +
           std::to_string(file_.size()) + " bytes");
    }
    if (count > most)
      fail("says " + std::to_string(count) + " " + of_what + ", at most " + std::to_string(most) +
           " are allowed");
    return count;
  }

  std::uint64_t read_alignment(const Metadata& metadata) const {
    const auto found = metadata.values().find("general.alignment");
    if (found == metadata.values().end()) return default_alignment;
    const auto* const alignment = std::get_if<std::uint64_t>(&found->second);
    if (alignment == nullptr || !std::has_single_bit(*alignment) || *alignment > (std::uint64_t{1} << 31U)) {
      const bool is_signed = std::holds_alternative<std::int64_t>(found->second);
      fail("general.alignment must be a power of two stored as u32, found " + metadata_text(found->second) +
           (is_signed ? ", signed" : ""));
    }
    return *alignment;
  }

  GgufTensor read_tensor(std::uint64_t number) {
    const std::string during = "tensor " + std::to_string(number);
    GgufTensor tensor;
    const auto name_bytes = cursor_.number<std::uint64_t>(during);
    if (name_bytes > most_name_bytes || name_bytes > cursor_.left()) {
      fail("the name of " + during + " is " + std::to_string(name_bytes) +
           " bytes long, at most 64 are allowed");
    }
    tensor.name = cursor_.text(name_bytes);
    const auto dimensions = cursor_.number<std::uint32_t>(during);
    if (dimensions > most_dimensions) {
      fail(quoted(tensor) + " has " + std::to_string(dimensions) + " dimensions, at most 4 are allowed");
    }
    std::vector<std::uint64_t> sizes;
    for (std::uint32_t place = 0; place < dimensions; ++place)
      sizes.push_back(cursor_.number<std::uint64_t>(during));
    read_type(tensor, during);
    set_shape(tensor, sizes);
    tensor.offset = cursor_.number<std::uint64_t>(during);
    return tensor;
  }

  void read_type(GgufTensor& tensor, const std::string& during) {
    const auto id = cursor_.number<std::uint32_t>(during);
    tensor.type = find_gguf_type(id);
    if (tensor.type != nullptr) return;
    if (was_removed_from_gguf(id)) {
      fail(quoted(tensor) + " has type " + std::to_string(id) + " (removed from GGUF)",
           Error::Kind::unsupported);
    }
    fail(quoted(tensor) + " has unknown type " + std::to_string(id), Error::Kind::unsupported);
  }

  void set_shape(GgufTensor& tensor, const std::vector<std::uint64_t>& sizes) const {
    std::string written;
    bool fits = true;
    for (const std::uint64_t size : sizes) {
      written += (written.empty() ? "" : " × ") + std::to_string(size);
      fits = fits && size <= most_index;
      tensor.shape.insert(tensor.shape.begin(), fits ? static_cast<Index>(size) : 0);
    }
    const auto count = fits ? checked_element_count(tensor.shape) : std::nullopt;
    const ElementType& element = tensor.type->element;
    const Index row = tensor.shape.empty() ? 1 : tensor.shape.back();
    if (count && row % element.numbers_per_block != 0) {
      fail(quoted(tensor) + ": rows of " + std::to_string(row) + " values, " + std::string(element.name) +
           " needs a multiple of " + std::to_string(element.numbers_per_block));
    }
    const auto bytes = count ? checked_product(static_cast<std::uint64_t>(*count / element.numbers_per_block),
                                               static_cast<std::uint64_t>(element.bytes_per_block))
                             : std::nullopt;
    if (!bytes || *bytes > most_index) fail(quoted(tensor) + ": " + written + " elements is too large");
    tensor.bytes = *bytes;
  }

  /// The next multiple of the alignment; `place` is at most the file's size, so that the sum cannot wrap.
  static std::uint64_t padded(std::uint64_t place, std::uint64_t alignment) {
    return (place + alignment - 1) / alignment * alignment;
  }

  /// Turns offsets into places in the file. As in the reference, each tensor starts where the last one and
  /// its padding end.
  void place_tensors(std::vector<GgufTensor>& tensors, std::uint64_t alignment) const {
    const std::uint64_t data = padded(cursor_.place(), alignment);
    for (GgufTensor& tensor : tensors) {
      if (tensor.offset % alignment != 0) {
        fail(quoted(tensor) + ": offset " + std::to_string(tensor.offset) +
             " is not a multiple of the alignment " + std::to_string(alignment));
      }
      const auto begin = checked_sum(data, tensor.offset);
      const auto end = begin ? checked_sum(*begin, tensor.bytes) : std::nullopt;
      if (!end || (*end > file_.size() && tensor.bytes > 0)) {
        fail(quoted(tensor) + ": data from byte " + std::to_string(tensor.offset) + " on (" +
             std::to_string(tensor.bytes) + " bytes) lies outside the file (" + std::to_string(file_.size()) +
             " bytes); incomplete download?");
      }
      tensor.offset = *begin;
    }
    check_gaps(tensors, data, alignment);
  }

  void check_gaps(const std::vector<GgufTensor>& tensors, std::uint64_t data, std::uint64_t alignment) const {
    std::vector<const GgufTensor*> by_place;
    by_place.reserve(tensors.size());
    for (const GgufTensor& tensor : tensors) by_place.push_back(&tensor);
    std::sort(by_place.begin(), by_place.end(), [](const GgufTensor* a, const GgufTensor* b) {
      return a->offset != b->offset ? a->offset < b->offset : a->bytes < b->bytes;
    });
    std::uint64_t end = data;
    const GgufTensor* last = nullptr;
    for (const GgufTensor* tensor : by_place) {
      if (tensor->offset < end) {
        fail("tensors '" + printable(last->name) + "' and '" + printable(tensor->name) + "' overlap");
      }
      if (tensor->offset > end) {
        fail("bytes " + std::to_string(end) + "–" + std::to_string(tensor->offset - 1) +
             " of the file belong to no tensor");
      }
      end = padded(tensor->offset + tensor->bytes, alignment);
      last = tensor;
    }
    if (file_.size() > end) {
      fail(std::to_string(file_.size() - end) +
           " bytes after the last tensor; the file was changed or is a different format");
    }
  }

  /// The lists of a vocabulary have one entry a token.
  void check_token_lists(const Metadata& metadata) const {
    if (!metadata.has("tokenizer.ggml.tokens")) return;
    const std::size_t tokens = metadata.texts("tokenizer.ggml.tokens").size();
    const auto check = [&](std::string_view key, const std::string& of_what) {
      if (!metadata.has(key)) return;
      const std::size_t count = metadata.reals(key).size();
      if (count != tokens)
        fail("tokenizer has " + std::to_string(tokens) + " tokens but " + std::to_string(count) + " " +
             of_what);
    };
    check("tokenizer.ggml.scores", "scores");
    check("tokenizer.ggml.token_type", "token types");
  }

  const InputFile& file_;
  std::string what_;
  FileCursor cursor_;
};

}  // namespace

GgufHeader read_gguf_header(const InputFile& file) {
  return HeaderReader(file).read();
}

}  // namespace attnscope
