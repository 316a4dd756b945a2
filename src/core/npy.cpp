// Arrays in and out; the header's grammar is in npy_header.cpp.
#include "core/npy.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <type_traits>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/half.hpp"
#include "core/little_endian.hpp"
#include "core/npy_header.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::uint64_t most_header_bytes = 10'000;  // NumPy's own limit
constexpr std::size_t alignment = 64;                // of the data, in files that this program writes

void read_all(const ByteSource& source, std::span<std::byte> bytes) {
  if (source.read(bytes) < bytes.size()) throw Error(Error::Kind::input, source.what + ": not a .npy file");
}

NpyHeader read_header(const ByteSource& source) {
  const auto fail = [&](const std::string& message) {
    throw Error(Error::Kind::input, source.what + ": " + message);
  };
  std::array<std::byte, 8> start;
  read_all(source, start);
  if (std::memcmp(start.data(), magic.data(), magic.size()) != 0) fail("not a .npy file");
  const auto major = std::to_integer<unsigned>(start[6]);
  const auto minor = std::to_integer<unsigned>(start[7]);
  if (major < 1 || major > 3 || minor != 0) {
    fail(".npy version " + std::to_string(major) + "." + std::to_string(minor) + " is not supported");
  }
  std::array<std::byte, 4> length_field{};
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  read_all(source, std::span(length_field).first(length_bytes));
  const std::uint64_t length = load_little_endian<std::uint32_t>(length_field.data());
  const std::uint64_t begin = start.size() + length_bytes;
  const std::uint64_t left = source.size > begin ? source.size - begin : 0;
  if (length > left)
    fail("header says " + std::to_string(length) + " bytes, " + std::to_string(left) + " follow");
  if (length > most_header_bytes)
    fail("header has " + std::to_string(length) + " bytes, at most 10000 are allowed");
  std::string text(static_cast<std::size_t>(length), '\0');
  read_all(source, std::as_writable_bytes(std::span(text)));
  NpyHeader header = parse_npy_header(text, source.what);
  header.data_begin = begin + length;
  return header;
}

/// The data as it lies in the file. The vector grows as bytes come, so that a lying header costs nothing.
template <typename Item>
std::vector<Item> read_data(const ByteSource& source, const NpyHeader& header) {
  constexpr std::size_t first_piece = std::size_t{1} << 20;
  const auto wanted = static_cast<std::size_t>(header.count() * header.item_bytes);
  const std::uint64_t declared = source.size > header.data_begin ? source.size - header.data_begin : 0;
  std::vector<Item> data;
  std::size_t found = 0;
  while (found < wanted && wanted <= declared) {
    data.resize(std::min(wanted, std::max(first_piece, 2 * found)) / sizeof(Item));
    const std::span piece = std::as_writable_bytes(std::span(data)).subspan(found);
    const std::size_t count = source.read(piece);
    found += count;
    if (count < piece.size()) break;
  }
  if (found == wanted) return data;
  throw Error(Error::Kind::input, source.what + ": shape " + python_shape(header.shape) + " needs " +
                                      std::to_string(wanted) + " bytes, " +
                                      std::to_string(wanted > declared ? declared : found) +
                                      " found (file not fully written?)");
}

template <typename Number>
Number load_item(const std::byte* bytes, bool is_big_endian) {
  std::array<std::byte, sizeof(Number)> own;
  std::copy_n(bytes, own.size(), own.begin());
  if (is_big_endian) std::reverse(own.begin(), own.end());
  return load_little_endian<Number>(own.data());
}

template <typename Stored, typename Wanted>
void convert(const NpyHeader& header, const std::byte* bytes, Wanted* out, Index count) {
  for (Index item = 0; item < count; ++item) {
    // NOLINTNEXTLINE(bugprone-signed-char-misuse): a byte here is a number, not a letter
    out[item] = static_cast<Wanted>(
        load_item<Stored>(bytes + item * static_cast<Index>(sizeof(Stored)), header.is_big_endian));
  }
}

template <typename Wanted>
void convert_wholes(const NpyHeader& header, const std::byte* bytes, Wanted* out, Index count) {
  const bool is_signed = header.kind == 'i';
  switch (header.item_bytes) {
    case 1:
      return is_signed ? convert<std::int8_t>(header, bytes, out, count)
                       : convert<std::uint8_t>(header, bytes, out, count);
    case 2:
      return is_signed ? convert<std::int16_t>(header, bytes, out, count)
                       : convert<std::uint16_t>(header, bytes, out, count);
    case 4:
      return is_signed ? convert<std::int32_t>(header, bytes, out, count)
                       : convert<std::uint32_t>(header, bytes, out, count);
    default:
      return is_signed ? convert<std::int64_t>(header, bytes, out, count)
                       : convert<std::uint64_t>(header, bytes, out, count);
  }
}

/// Column-major [d0 x d1 x …] to row-major: walks the target in order and keeps the place in the source.
template <typename Item>
std::vector<Item> to_row_major(std::vector<Item> items, std::span<const Index> shape) {
  std::vector<Item> result;
  result.reserve(items.size());
  std::vector<Index> index(shape.size(), 0);
  std::vector<Index> stride(shape.size(), 1);
  for (std::size_t axis = 1; axis < shape.size(); ++axis) stride[axis] = stride[axis - 1] * shape[axis - 1];
  Index place = 0;
  while (result.size() < items.size()) {
    result.push_back(std::move(items[static_cast<std::size_t>(place)]));
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      place += stride[axis];
      if (++index[axis] < shape[axis]) break;
      place -= stride[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return result;
}

template <typename Item>
std::vector<Item> in_row_major(std::vector<Item> items, const NpyHeader& header) {
  return header.is_column_major && header.shape.size() > 1 ? to_row_major(std::move(items), header.shape)
                                                           : std::move(items);
}

std::string text_item(const NpyHeader& header, const std::byte* bytes, const std::string& what) {
  std::string text;
  if (header.kind == 'S') {
    text.assign(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(header.item_bytes));
    text.resize(text.find_last_not_of('\0') + 1);
    return text;
  }
  std::size_t used = 0;
  for (Index place = 0; place < header.item_bytes; place += 4) {
    const auto code_point = load_item<std::uint32_t>(bytes + place, header.is_big_endian);
    const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (code_point > 0x10FFFF || is_surrogate)
      throw Error(Error::Kind::input, what + ": a text holds no Unicode character");
    append_utf8(text, code_point);
    if (code_point != 0) used = text.size();
  }
  text.resize(used);
  return text;
}

template <typename Number>
void write_array(const std::filesystem::path& path, std::string_view descr, std::span<const Index> shape,
                 std::span<const Number> numbers) {
  assert(static_cast<Index>(numbers.size()) == checked_element_count(shape));
  OutputFile file(path);
  file.write(npy_header(descr, shape));
  file.write(std::as_bytes(numbers));
  file.commit();
}

}  // namespace

Index NpyHeader::count() const {
  return checked_element_count(shape).value_or(0);
}

ByteSource source_of(const InputFile& file) {
  return {shown_path(file.path()), file.size(),
          [&file, offset = std::uint64_t{0}](std::span<std::byte> bytes) mutable {
            const auto count =
                static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), file.size() - offset));
            file.read(offset, bytes.first(count));
            offset += count;
            return count;
          }};
}

NpyReader::NpyReader(ByteSource source) : source_(std::move(source)), header_(read_header(source_)) {}

std::uint64_t NpyReader::extra_bytes() const {
  const std::uint64_t end =
      header_.data_begin + static_cast<std::uint64_t>(header_.count() * header_.item_bytes);
  return source_.size > end ? source_.size - end : 0;
}

std::vector<float> NpyReader::floats() {
  require_numbers(header_, source_.what);
  const bool are_floats = header_.kind == 'f' && header_.item_bytes == 4 && !header_.is_big_endian;
  if (are_floats) return in_row_major(read_data<float>(source_, header_), header_);
  const std::vector<std::byte> data = read_data<std::byte>(source_, header_);
  std::vector<float> result(static_cast<std::size_t>(header_.count()));
  convert_npy_items(header_, data.data(), result.data(), header_.count());
  return in_row_major(std::move(result), header_);
}

std::vector<std::int64_t> NpyReader::wholes() {
  if (std::string_view("biu").find(header_.kind) == std::string_view::npos) {
    throw Error(Error::Kind::input,
                source_.what + ": expected whole numbers, found '" + printable(header_.descr) + "'");
  }
  const std::vector<std::byte> data = read_data<std::byte>(source_, header_);
  std::vector<std::int64_t> result(static_cast<std::size_t>(header_.count()));
  convert_wholes(header_, data.data(), result.data(), header_.count());
  return in_row_major(std::move(result), header_);
}

std::vector<std::string> NpyReader::texts() {
  if (header_.kind != 'U' && header_.kind != 'S') {
    throw Error(Error::Kind::input,
                source_.what + ": expected texts, found '" + printable(header_.descr) + "'");
  }
  const std::vector<std::byte> data = read_data<std::byte>(source_, header_);
  const std::byte* bytes = data.data();
  std::vector<std::string> result;
  for (Index item = 0; item < header_.count(); ++item)
    result.push_back(text_item(header_, bytes + item * header_.item_bytes, source_.what));
  return in_row_major(std::move(result), header_);
}

void require_numbers(const NpyHeader& header, const std::string& what) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Error::Kind::unsupported, what + ": " + why);
  };
  switch (header.kind) {
    case 'U':
    case 'S':
      return refuse("text arrays cannot be attention data");
    case 'M':
    case 'm':
      return refuse("time arrays cannot be attention data");
    case 'c':
      return refuse("complex arrays cannot be attention data");
    case 'V':
      return refuse("raw records ('" + printable(header.descr) +
                    "') cannot be attention data; store them as f4");
    default:
      break;
  }
  if (header.item_bytes > 8)
    refuse("numbers of 16 bytes ('" + printable(header.descr) + "') cannot be read; store them as f8");
}

void convert_npy_items(const NpyHeader& header, const std::byte* bytes, float* floats, Index count) {
  if (header.kind == 'f' && header.item_bytes == 4 && !header.is_big_endian) {
    if (count > 0) std::memcpy(floats, bytes, static_cast<std::size_t>(count) * sizeof(float));
  } else if (header.kind == 'f' && header.item_bytes == 4) {
    convert<float>(header, bytes, floats, count);
  } else if (header.kind == 'f' && header.item_bytes == 8) {
    convert<double>(header, bytes, floats, count);
  } else if (header.kind == 'f') {
    for (Index item = 0; item < count; ++item) {
      floats[item] = half_to_float(load_item<std::uint16_t>(bytes + 2 * item, header.is_big_endian));
    }
  } else {
    convert_wholes(header, bytes, floats, count);
  }
}

FloatArray read_npy(const std::filesystem::path& path) {
  const InputFile file(path);
  NpyReader reader(source_of(file));
  std::vector<float> numbers = reader.floats();
  return {reader.header().shape, std::move(numbers)};
}

std::string python_shape(std::span<const Index> shape) {
  std::string text = "(";
  for (const Index size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string npy_header(std::string_view descr, std::span<const Index> shape) {
  std::string text = "{'descr': '" + std::string(descr) +
                     "', 'fortran_order': False, 'shape': " + python_shape(shape) + ", }";
  constexpr std::size_t before = 10;  // magic, version, length
  text.append(alignment - 1 - (before + text.size()) % alignment, ' ');
  text += '\n';
  const auto length = static_cast<std::uint16_t>(text.size());  // at most 32 dimensions of 20 digits
  std::string bytes(magic);
  bytes += {'\1', '\0', static_cast<char>(length & 0xFFU), static_cast<char>(length >> 8U)};
  return bytes + text;
}

void write_npy(const std::filesystem::path& path, std::span<const Index> shape,
               std::span<const float> numbers) {
  write_array(path, "<f4", shape, numbers);
}

void write_npy(const std::filesystem::path& path, std::span<const Index> shape,
               std::span<const std::int64_t> numbers) {
  write_array(path, "<i8", shape, numbers);
}

}  // namespace attnscope
