// libzip finds and inflates the entries; the limits are ours, since libzip trusts none but also bounds none.
#include <zip.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "core/zip_archive.hpp"

namespace attnscope {
namespace {

constexpr zip_int64_t most_entries = 65'536;
constexpr std::uint64_t most_ratio = 1000;  // deflate's own limit is near 1030
constexpr std::uint64_t always_allowed = std::uint64_t{16} << 20;

/// Our opened file as libzip sees it: one descriptor, read at given places.
struct Source {
  const InputFile* file = nullptr;
  std::uint64_t offset = 0;
  zip_error_t error{};
};

zip_int64_t answer(void* user, void* data, zip_uint64_t length, zip_source_cmd_t command) {
  Source& source = *static_cast<Source*>(user);
  const std::uint64_t size = source.file->size();
  switch (command) {
    case ZIP_SOURCE_OPEN:
      source.offset = 0;
      return 0;
    case ZIP_SOURCE_CLOSE:
    case ZIP_SOURCE_FREE:
      return 0;
    case ZIP_SOURCE_READ: {
      const std::uint64_t count = std::min<std::uint64_t>(length, size - source.offset);
      try {
        source.file->read(source.offset, {static_cast<std::byte*>(data), static_cast<std::size_t>(count)});
      } catch (const Error&) {
        zip_error_set(&source.error, ZIP_ER_READ, 0);
        return -1;
      }
      source.offset += count;
      return static_cast<zip_int64_t>(count);
    }
    case ZIP_SOURCE_SEEK: {
      const zip_int64_t place =
          zip_source_seek_compute_offset(source.offset, size, data, length, &source.error);
      if (place < 0) return -1;
      source.offset = static_cast<std::uint64_t>(place);
      return 0;
    }
    case ZIP_SOURCE_TELL:
      return static_cast<zip_int64_t>(source.offset);
    case ZIP_SOURCE_STAT: {
      auto* const stat = static_cast<zip_stat_t*>(data);
      zip_stat_init(stat);
      stat->size = size;
      stat->valid = ZIP_STAT_SIZE;
      return sizeof(zip_stat_t);
    }
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data(&source.error, data, length);
    case ZIP_SOURCE_SUPPORTS:
      return ZIP_SOURCE_SUPPORTS_SEEKABLE;
    default:
      zip_error_set(&source.error, ZIP_ER_OPNOTSUPP, 0);
      return -1;
  }
}

std::string method_name(std::uint16_t method) {
  switch (method) {
    case 9:
      return " (deflate64)";
    case 12:
      return " (bzip2)";
    case 14:
      return " (lzma)";
    case 93:
      return " (zstd)";
    case 95:
      return " (xz)";
    default:
      return "";
  }
}

}  // namespace

struct ZipReader::State {
  explicit State(const std::filesystem::path& path)
      : file(path), shown(shown_path(path)), source{.file = &file} {}
  ~State() {
    if (archive != nullptr) zip_discard(archive);
    zip_error_fini(&source.error);
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Error::Kind::input, shown + ": " + message);
  }

  InputFile file;
  std::string shown;
  Source source;
  zip_t* archive = nullptr;
  std::vector<std::string> names;
  std::uint64_t limit = 0;
};

ZipReader::ZipReader(const std::filesystem::path& path, std::uint64_t most_inflated)
    : state_(std::make_unique<State>(path)) {
  State& state = *state_;
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_function_create(answer, &state.source, &error);
  state.archive =
      source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
  if (state.archive == nullptr) {
    const std::string reason = printable(zip_error_strerror(&error));
    zip_error_fini(&error);
    if (source != nullptr) zip_source_free(source);
    state.fail("not a readable zip archive: " + reason);
  }
  zip_error_fini(&error);
  const zip_int64_t count = zip_get_num_entries(state.archive, 0);
  if (count > most_entries) state.fail(std::to_string(count) + " entries, at most 65536 are allowed");
  for (zip_int64_t index = 0; index < count; ++index) {
    const char* const name = zip_get_name(state.archive, static_cast<zip_uint64_t>(index), ZIP_FL_ENC_RAW);
    state.names.emplace_back(name == nullptr ? "" : name);
  }
  std::vector<std::string_view> sorted(state.names.begin(), state.names.end());
  std::sort(sorted.begin(), sorted.end());
  if (const auto twin = std::adjacent_find(sorted.begin(), sorted.end()); twin != sorted.end()) {
    state.fail("entry '" + printable(*twin) + "' appears twice");
  }
  const std::uint64_t size = state.file.size();
  const bool is_large = size > most_inflated / most_ratio;  // where the product below could overflow
  state.limit = is_large ? most_inflated : std::min(most_inflated, most_ratio * size + always_allowed);
}

ZipReader::~ZipReader() = default;
ZipReader::ZipReader(ZipReader&&) noexcept = default;

const std::vector<std::string>& ZipReader::names() const {
  return state_->names;
}

ByteSource ZipReader::open(std::string_view name) const {
  State& state = *state_;
  const auto place = std::find(state.names.begin(), state.names.end(), name);
  const auto index = static_cast<zip_uint64_t>(place - state.names.begin());
  const std::string what = state.shown + ": entry '" + printable(name) + "'";
  zip_stat_t stat;
  if (zip_stat_index(state.archive, index, 0, &stat) != 0)
    state.fail("entry '" + printable(name) + "' cannot be read");
  if (stat.encryption_method != ZIP_EM_NONE) {
    throw Error(Error::Kind::unsupported, what + " is encrypted");
  }
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
    throw Error(Error::Kind::unsupported, what + " uses compression method " +
                                              std::to_string(stat.comp_method) +
                                              method_name(stat.comp_method) + "; only stored and deflate");
  }
  std::shared_ptr<zip_file_t> entry(zip_fopen_index(state.archive, index, 0), [](zip_file_t* opened) {
    if (opened != nullptr) zip_fclose(opened);
  });
  if (entry == nullptr)
    state.fail("entry '" + printable(name) + "': " + printable(zip_strerror(state.archive)));
  return {
      what, stat.size,
      [entry, what, inflated = std::uint64_t{0}, limit = state.limit](std::span<std::byte> bytes) mutable {
        std::size_t filled = 0;
        while (filled < bytes.size()) {
          const zip_int64_t count = zip_fread(entry.get(), bytes.data() + filled, bytes.size() - filled);
          if (count == 0) break;
          if (count < 0) {
            throw Error(Error::Kind::input, what + ": " + printable(zip_file_strerror(entry.get())));
          }
          filled += static_cast<std::size_t>(count);
          inflated += static_cast<std::uint64_t>(count);
          if (inflated > limit) {
            throw Error(Error::Kind::input, what + " inflates past the limit of " + std::to_string(limit) +
                                                " bytes for an archive of this size");
          }
        }
        return filled;
      }};
}

}  // namespace attnscope
