// Version 0: seven numbers and the tensors kind by kind. Versions 1 and 2: a magic number, 256 bytes of
// header, norms first; version 2 is quantised.
#include "models/weight_format/llama2c_layout.hpp"

#include <array>
#include <cstring>
#include <optional>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/little_endian.hpp"

namespace attnscope {
namespace {

constexpr std::uint32_t magic = 0x616B3432;  // "24ka" as bytes
constexpr std::size_t plain_header_bytes = 28;
constexpr std::size_t full_header_bytes = 256;
constexpr std::size_t fields_begin = 8;  // of versions 1 and 2: after magic and version
constexpr std::size_t flag_place = 36;
constexpr std::size_t group_place = 37;  // not aligned, as the format packs it

constexpr Index most_layers = 4096;  // so that a tiny file cannot ask for millions of tensors

struct Field {
  const char* name;
  Index Llama2cHeader::*member;
};
constexpr std::array<Field, 7> fields{{{"dim", &Llama2cHeader::dim},
                                       {"hidden_dim", &Llama2cHeader::hidden_dim},
                                       {"n_layers", &Llama2cHeader::layers},
                                       {"n_heads", &Llama2cHeader::heads},
                                       {"n_kv_heads", &Llama2cHeader::key_heads},
                                       {"vocab_size", &Llama2cHeader::vocabulary},
                                       {"max_seq_len", &Llama2cHeader::positions}}};

void read_fields(Llama2cHeader& header, const std::byte* bytes) {
  for (const Field& field : fields) {
    header.*field.member = load_little_endian<std::int32_t>(bytes);
    bytes += sizeof(std::int32_t);
  }
}

/// What is wrong with the numbers, or nothing.
std::optional<std::string> fault_of(const Llama2cHeader& header) {
  for (const Field& field : fields) {
    const bool too_many = field.member == &Llama2cHeader::layers && header.layers > most_layers;
    if (header.*field.member <= 0 || too_many) {
      return "header field " + std::string(field.name) + " = " + std::to_string(header.*field.member) +
             "; not a llama2.c checkpoint?";
    }
  }
  const auto not_multiple = [](const std::string& what, Index value, const std::string& of_what, Index of) {
    return what + " " + std::to_string(value) + " is not a multiple of " + of_what + " " + std::to_string(of);
  };
  if (header.dim % header.heads != 0) return not_multiple("dim", header.dim, "n_heads", header.heads);
  if (header.heads % header.key_heads != 0)
    return not_multiple("n_heads", header.heads, "n_kv_heads", header.key_heads);
  if (header.version != 2) return std::nullopt;
  if (header.group_size <= 0) return "header field group_size = " + std::to_string(header.group_size);
  if (header.dim % header.group_size != 0)
    return not_multiple("dim", header.dim, "group_size", header.group_size);
  return std::nullopt;
}

/// Bytes of the whole file, in steps that cannot wrap; nothing when there are too many.
class ByteCount {
 public:
  void add(std::uint64_t times, std::uint64_t rows, std::uint64_t cols, Index group_size) {
    const auto numbers = multiplied(multiplied(times, rows), cols);
    const auto bytes = group_size == 0 ? multiplied(numbers, 4) : numbers;
    add(bytes);
    if (group_size != 0 && numbers) add(multiplied(*numbers / static_cast<std::uint64_t>(group_size), 4));
  }
  void add(std::optional<std::uint64_t> bytes) {
    total_ = total_ && bytes ? checked_sum(*total_, *bytes) : std::nullopt;
  }
  std::optional<std::uint64_t> total() const { return total_; }

 private:
  static std::optional<std::uint64_t> multiplied(std::optional<std::uint64_t> a, std::uint64_t b) {
    return a ? checked_product(*a, b) : std::nullopt;
  }
  std::optional<std::uint64_t> total_ = 0;
};

std::optional<std::uint64_t> file_bytes(const Llama2cHeader& header) {
  const auto size = [](Index value) { return static_cast<std::uint64_t>(value); };
  const std::uint64_t dim = size(header.dim);
  const std::uint64_t layers = size(header.layers);
  ByteCount count;
  count.add(header.data_begin);
  count.add(1, 2 * layers + 1, dim, 0);  // norms
  count.add(1, size(header.vocabulary), dim, header.group_size);
  count.add(2 * layers, dim, dim, header.group_size);                      // wq, wo
  count.add(2 * layers, size(header.key_dim()), dim, header.group_size);   // wk, wv
  count.add(3 * layers, size(header.hidden_dim), dim, header.group_size);  // w1, w2, w3
  if (!header.shares_classifier) count.add(1, size(header.vocabulary), dim, header.group_size);
  // Two tables of rotations, which later versions no longer store.
  if (header.version == 0) count.add(2, size(header.positions), size(header.dim / header.heads / 2), 0);
  return count.total();
}

Llama2cHeader parse(const std::string& start) {
  const std::byte* const bytes = std::as_bytes(std::span(start)).data();
  Llama2cHeader header;
  if (load_little_endian<std::uint32_t>(bytes) != magic) {
    read_fields(header, bytes);
    header.shares_classifier = header.vocabulary > 0;
    header.vocabulary = std::abs(header.vocabulary);
    header.data_begin = plain_header_bytes;
    return header;
  }
  header.version = load_little_endian<std::int32_t>(bytes + sizeof(magic));
  read_fields(header, bytes + fields_begin);
  header.shares_classifier = bytes[flag_place] != std::byte{0};
  if (header.version == 2) header.group_size = load_little_endian<std::int32_t>(bytes + group_place);
  header.data_begin = full_header_bytes;
  return header;
}

bool has_magic(const std::string& start) {
  return start.size() >= sizeof(magic) && std::memcmp(start.data(), &magic, sizeof(magic)) == 0;
}

}  // namespace

bool is_llama2c(const std::string& start, std::uint64_t file_size) {
  if (has_magic(start)) return true;
  if (start.size() < plain_header_bytes) return false;
  const Llama2cHeader header = parse(start);
  return !fault_of(header) && file_bytes(header) == file_size;
}

Llama2cHeader read_llama2c_header(const InputFile& file) {
  const std::string shown = shown_path(file.path());
  const auto fail = [&](const std::string& message, Error::Kind kind = Error::Kind::input) {
    throw Error(kind, shown + ": " + message);
  };
  const std::string start = first_bytes(file, full_header_bytes);
  const std::size_t needed = has_magic(start) ? full_header_bytes : plain_header_bytes;
  if (start.size() < needed) fail("too short for a llama2.c header (" + std::to_string(needed) + " bytes)");
  const Llama2cHeader header = parse(start);
  if (header.version < 0 || header.version > 2) {
    fail("llama2.c version " + std::to_string(header.version) + " is not supported (0, 1 and 2 are)",
         Error::Kind::unsupported);
  }
  if (const auto fault = fault_of(header)) fail(*fault);
  const auto bytes = file_bytes(header);
  if (bytes != file.size()) {
    fail("header needs " + (bytes ? std::to_string(*bytes) : "more than 2^64") + " bytes, file has " +
         std::to_string(file.size()));
  }
  return header;
}

std::vector<Llama2cTensor> llama2c_tensors(const Llama2cHeader& header) {
  std::vector<Llama2cTensor> tensors;
  std::uint64_t offset = header.data_begin;
  const auto add = [&](const std::string& name, std::vector<Index> shape) {
    const bool is_quantised = header.version == 2 && shape.size() == 2;
    Index bytes = 1;
    for (const Index size : shape) bytes *= size;
    bytes = is_quantised ? bytes + bytes / header.group_size * 4 : bytes * 4;
    tensors.push_back({name, std::move(shape), offset, static_cast<std::uint64_t>(bytes), is_quantised});
    offset += static_cast<std::uint64_t>(bytes);
  };
  const auto add_layers = [&](const std::string& name, const std::vector<Index>& shape) {
    for (Index layer = 0; layer < header.layers; ++layer) {
      add("blk." + std::to_string(layer) + "." + name + ".weight", shape);
    }
  };
  const auto add_attention = [&] {
    add_layers("attn_q", {header.dim, header.dim});
    add_layers("attn_k", {header.key_dim(), header.dim});
    add_layers("attn_v", {header.key_dim(), header.dim});
    add_layers("attn_output", {header.dim, header.dim});
  };
  const auto add_feed_forward = [&] {
    add_layers("ffn_gate", {header.hidden_dim, header.dim});
    add_layers("ffn_down", {header.dim, header.hidden_dim});
    add_layers("ffn_up", {header.hidden_dim, header.dim});
  };
  if (header.version == 0) {
    add("token_embd.weight", {header.vocabulary, header.dim});
    add_layers("attn_norm", {header.dim});
    add_attention();
    add_layers("ffn_norm", {header.dim});
    add_feed_forward();
    add("output_norm.weight", {header.dim});
    offset += static_cast<std::uint64_t>(header.positions * (header.dim / header.heads / 2) * 2 * 4);
  } else {
    add_layers("attn_norm", {header.dim});
    add_layers("ffn_norm", {header.dim});
    add("output_norm.weight", {header.dim});
    add("token_embd.weight", {header.vocabulary, header.dim});
    add_attention();
    add_feed_forward();
  }
  if (!header.shares_classifier) add("output.weight", {header.vocabulary, header.dim});
  return tensors;
}

}  // namespace attnscope
