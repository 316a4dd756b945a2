// key · u32 type · value; a list is u32 element type · u64 count · elements.
#include "models/weight_format/gguf_metadata.hpp"

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

enum class Type : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, flag, text, list, u64, i64, f64 };
constexpr std::uint32_t type_count = 13;
constexpr std::uint64_t most_list_entries = std::uint64_t{1} << 24;  // real vocabularies stay below 2^19

class MetadataReader {
 public:
  MetadataReader(FileCursor& cursor, const std::string& what) : cursor_(cursor), what_(what) {}

  std::string key(std::uint64_t entry) {
    const std::string place = "metadata key " + std::to_string(entry);
    during_ = place;
    const auto length = cursor_.number<std::uint64_t>(during_);
    if (length > cursor_.left()) {
      fail(place + " is " + std::to_string(length) + " bytes long, " + std::to_string(cursor_.left()) +
           " are left");
    }
    if (length == 0) fail(place + " is empty");
    if (length > 65'535)
      fail(place + " is " + std::to_string(length) + " bytes long, at most 65535 are allowed");
    std::string key = cursor_.text(length);
    during_ = "key '" + printable(key) + "'";
    return key;
  }

  MetadataValue value() {
    const Type type = read_type();
    switch (type) {
      case Type::u8:
        return std::uint64_t{number<std::uint8_t>()};
      case Type::i8:
        return std::int64_t{number<std::int8_t>()};
      case Type::u16:
        return std::uint64_t{number<std::uint16_t>()};
      case Type::i16:
        return std::int64_t{number<std::int16_t>()};
      case Type::u32:
        return std::uint64_t{number<std::uint32_t>()};
      case Type::i32:
        return std::int64_t{number<std::int32_t>()};
      case Type::f32:
        return static_cast<double>(number<float>());
      case Type::flag:
        return flag();
      case Type::text:
        return text();
      case Type::list:
        return list();
      case Type::u64:
        return number<std::uint64_t>();
      case Type::i64:
        return number<std::int64_t>();
      case Type::f64:
        break;
    }
    return number<double>();
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Error::Kind::input, what_ + ": " + message);
  }

 private:
  template <typename Number>
  Number number() {
    return cursor_.number<Number>(during_);
  }

  Type read_type() {
    const auto type = number<std::uint32_t>();
    if (type >= type_count) fail(during_ + " has unknown type " + std::to_string(type));
    return static_cast<Type>(type);
  }

  bool flag() {
    const auto byte = number<std::uint8_t>();
    if (byte > 1) fail(during_ + ": a bool must be 0 or 1, found " + std::to_string(byte));
    return byte == 1;
  }

  std::string text() {
    const auto length = number<std::uint64_t>();
    if (length > cursor_.left()) {
      fail(during_ + ": a text of " + std::to_string(length) + " bytes, " + std::to_string(cursor_.left()) +
           " are left");
    }
    return cursor_.text(length);
  }

  template <typename Item, typename Read>
  std::vector<Item> items(std::uint64_t count, const Read& read) {
    std::vector<Item> list;
    list.reserve(count);
    for (std::uint64_t item = 0; item < count; ++item) list.push_back(read());
    return list;
  }
  template <typename Stored, typename Item>
  std::vector<Item> numbers(std::uint64_t count) {
    return items<Item>(count, [&] { return static_cast<Item>(number<Stored>()); });
  }

  MetadataValue list() {
    const Type type = read_type();
    const auto count = number<std::uint64_t>();
    if (type == Type::list) fail(during_ + ": nested arrays are not supported");
    const auto bytes = checked_product(count, least_bytes(type));
    if (!bytes || *bytes > cursor_.left()) {
      fail(during_ + ": " + std::to_string(count) + " entries do not fit in the " +
           std::to_string(cursor_.left()) + " bytes left");
    }
    if (count > most_list_entries) {
      fail(during_ + ": " + std::to_string(count) + " entries, at most " + std::to_string(most_list_entries) +
           " are allowed");
    }
    switch (type) {
      case Type::u8:
        return numbers<std::uint8_t, std::uint64_t>(count);
      case Type::i8:
        return numbers<std::int8_t, std::int64_t>(count);
      case Type::u16:
        return numbers<std::uint16_t, std::uint64_t>(count);
      case Type::i16:
        return numbers<std::int16_t, std::int64_t>(count);
      case Type::u32:
        return numbers<std::uint32_t, std::uint64_t>(count);
      case Type::i32:
        return numbers<std::int32_t, std::int64_t>(count);
      case Type::u64:
        return numbers<std::uint64_t, std::uint64_t>(count);
      case Type::i64:
        return numbers<std::int64_t, std::int64_t>(count);
      case Type::f32:
        return numbers<float, double>(count);
      case Type::flag:
        return items<bool>(count, [&] { return flag(); });
      case Type::text:
        return items<std::string>(count, [&] { return text(); });
      case Type::f64:
      case Type::list:
        break;
    }
    return numbers<double, double>(count);
  }

  static std::uint64_t least_bytes(Type type) {
    switch (type) {
      case Type::u8:
      case Type::i8:
      case Type::flag:
        return 1;
      case Type::u16:
      case Type::i16:
        return 2;
      case Type::u32:
      case Type::i32:
      case Type::f32:
        return 4;
      default:
        return 8;  // a text has at least its length
    }
  }

  FileCursor& cursor_;
  const std::string& what_;
  std::string during_;
};

}  // namespace

Metadata read_gguf_metadata(FileCursor& cursor, std::uint64_t count, const std::string& what) {
  Metadata metadata(what);
  MetadataReader reader(cursor, what);
  for (std::uint64_t entry = 0; entry < count; ++entry) {
    std::string key = reader.key(entry);
    MetadataValue value = reader.value();
    if (metadata.has(key)) reader.fail("metadata key '" + printable(key) + "' appears twice");
    metadata.add(std::move(key), std::move(value));
  }
  return metadata;
}

}  // namespace attnscope
