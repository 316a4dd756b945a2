// The zip format's records, written in order: local header and data of each entry, then the directory.
#include <libdeflate.h>

#include <cassert>

#include "core/checked.hpp"
#include "core/zip_archive.hpp"

namespace attnscope {
namespace {

constexpr std::uint32_t local_signature = 0x04034B50;
constexpr std::uint32_t descriptor_signature = 0x08074B50;
constexpr std::uint32_t directory_signature = 0x02014B50;
constexpr std::uint32_t end64_signature = 0x06064B50;
constexpr std::uint32_t locator64_signature = 0x07064B50;
constexpr std::uint32_t end_signature = 0x06054B50;

constexpr std::uint16_t version_plain = 20;
constexpr std::uint16_t version_zip64 = 45;
constexpr std::uint16_t zip64_extra = 0x0001;
constexpr std::uint16_t flag_descriptor = 0x0008;  // checksum and sizes follow the data
constexpr std::uint16_t flag_utf8 = 0x0800;
constexpr std::uint16_t first_of_january_1980 = 0x0021;
constexpr std::uint32_t too_large_32 = 0xFFFFFFFF;
constexpr std::uint16_t too_large_16 = 0xFFFF;

/// Little-endian numbers joined to a record.
class Record {
 public:
  template <typename Number>
  Record& add(Number number) {
    const std::uint64_t bits = number;
    for (std::size_t byte = 0; byte < sizeof(Number); ++byte)
      bytes_ += static_cast<char>(bits >> (8 * byte) & 0xFFU);
    return *this;
  }
  Record& text(std::string_view text) { return bytes_ += text, *this; }
  std::string_view bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// libdeflate starts anew when it is given a null pointer, which an empty span has.
std::uint32_t continued(std::uint32_t checksum, std::span<const std::byte> bytes) {
  return bytes.empty() ? checksum : libdeflate_crc32(checksum, bytes.data(), bytes.size());
}

std::uint32_t capped(std::uint64_t size) {
  return size >= too_large_32 ? too_large_32 : static_cast<std::uint32_t>(size);
}

}  // namespace

struct ZipWriter::Entry {
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
  std::uint64_t written = 0;
  std::uint32_t checksum = 0;
  bool has_descriptor = false;

  bool is_large() const { return size >= too_large_32; }
  std::uint16_t flags() const {
    return static_cast<std::uint16_t>(flag_utf8 | (has_descriptor ? flag_descriptor : 0));
  }
};

ZipWriter::ZipWriter(OutputFile& file) : file_(file) {}
ZipWriter::~ZipWriter() = default;

void ZipWriter::write_local_header(const Entry& entry) {
  // The format wants zeros where checksum and sizes follow the data.
  const std::uint64_t size = entry.has_descriptor ? 0 : entry.size;
  const std::uint32_t size_field = entry.is_large() ? too_large_32 : static_cast<std::uint32_t>(size);
  Record record;
  record.add(local_signature).add(entry.is_large() ? version_zip64 : version_plain).add(entry.flags());
  record.add(std::uint16_t{0}).add(std::uint16_t{0}).add(first_of_january_1980).add(entry.checksum);
  record.add(size_field).add(size_field);
  record.add(static_cast<std::uint16_t>(entry.name.size()))
      .add(static_cast<std::uint16_t>(entry.is_large() ? 20 : 0));
  record.text(entry.name);
  if (entry.is_large()) record.add(zip64_extra).add(std::uint16_t{16}).add(size).add(size);
  file_.write(record.bytes());
}

void ZipWriter::add(std::string_view name, std::string_view head, std::span<const std::byte> body) {
  Entry entry{.name = std::string(name), .size = head.size() + body.size(), .offset = file_.written()};
  entry.checksum = continued(continued(0, std::as_bytes(std::span(head))), body);
  entry.written = entry.size;
  write_local_header(entry);
  file_.write(head);
  file_.write(body);
  entries_.push_back(std::move(entry));
}

void ZipWriter::begin(std::string_view name, std::uint64_t size) {
  entries_.push_back(
      {.name = std::string(name), .size = size, .offset = file_.written(), .has_descriptor = true});
  write_local_header(entries_.back());
}

void ZipWriter::write(std::span<const std::byte> bytes) {
  Entry& entry = entries_.back();
  entry.checksum = continued(entry.checksum, bytes);
  entry.written += bytes.size();
  file_.write(bytes);
}

void ZipWriter::end() {
  const Entry& entry = entries_.back();
  assert(entry.written == entry.size);
  Record record;
  record.add(descriptor_signature).add(entry.checksum);
  if (entry.is_large()) {
    record.add(entry.size).add(entry.size);
  } else {
    record.add(capped(entry.size)).add(capped(entry.size));
  }
  file_.write(record.bytes());
}

void ZipWriter::finish() {
  const std::uint64_t directory = file_.written();
  for (const Entry& entry : entries_) {
    const bool is_far = entry.offset >= too_large_32;
    const bool needs64 = entry.is_large() || is_far;
    Record extra;
    if (needs64) {
      extra.add(zip64_extra).add(static_cast<std::uint16_t>((entry.is_large() ? 16 : 0) + (is_far ? 8 : 0)));
      if (entry.is_large()) extra.add(entry.size).add(entry.size);
      if (is_far) extra.add(entry.offset);
    }
    const std::uint16_t version = needs64 ? version_zip64 : version_plain;
    Record record;
    record.add(directory_signature).add(version).add(version).add(entry.flags());
    record.add(std::uint16_t{0}).add(std::uint16_t{0}).add(first_of_january_1980).add(entry.checksum);
    record.add(capped(entry.size)).add(capped(entry.size));
    record.add(static_cast<std::uint16_t>(entry.name.size()))
        .add(static_cast<std::uint16_t>(extra.bytes().size()));
    record.add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint32_t{0});
    record.add(capped(entry.offset)).text(entry.name).text(extra.bytes());
    file_.write(record.bytes());
  }
  const std::uint64_t end = file_.written();
  const std::uint64_t count = entries_.size();
  Record record;
  if (count >= too_large_16 || directory >= too_large_32 || end - directory >= too_large_32) {
    record.add(end64_signature).add(std::uint64_t{44}).add(version_zip64).add(version_zip64);
    record.add(std::uint32_t{0})
        .add(std::uint32_t{0})
        .add(count)
        .add(count)
        .add(end - directory)
        .add(directory);
    record.add(locator64_signature).add(std::uint32_t{0}).add(end).add(std::uint32_t{1});
  }
  const auto capped_count = static_cast<std::uint16_t>(count >= too_large_16 ? too_large_16 : count);
  record.add(end_signature).add(std::uint16_t{0}).add(std::uint16_t{0}).add(capped_count).add(capped_count);
  record.add(capped(end - directory)).add(capped(directory)).add(std::uint16_t{0});
  file_.write(record.bytes());
}

void add_npy(ZipWriter& archive, std::string_view name, std::span<const Index> shape,
             std::span<const float> numbers) {
  archive.add(std::string(name) + ".npy", npy_header("<f4", shape), std::as_bytes(numbers));
}

void add_npy(ZipWriter& archive, std::string_view name, std::span<const Index> shape,
             std::span<const std::int64_t> numbers) {
  archive.add(std::string(name) + ".npy", npy_header("<i8", shape), std::as_bytes(numbers));
}

void begin_npy(ZipWriter& archive, std::string_view name, std::span<const Index> shape) {
  const std::string head = npy_header("<f4", shape);
  const auto count = static_cast<std::uint64_t>(checked_element_count(shape).value());
  archive.begin(std::string(name) + ".npy", head.size() + count * sizeof(float));
  archive.write(std::as_bytes(std::span(head)));
}

}  // namespace attnscope
