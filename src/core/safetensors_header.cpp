// Event by event: a header of 100 MB with a million tensors costs little more memory than its list of
// tensors.
#include "core/safetensors_header.hpp"

#include <optional>
#include <utility>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr Index most_header_depth = 8;

[[noreturn]] void fail(const std::string& message) {
  throw Error(Error::Kind::input, message);
}

std::string list_text(const std::vector<std::uint64_t>& numbers) {
  std::string text = "[";
  for (const std::uint64_t number : numbers) text += (text.size() > 1 ? ", " : "") + std::to_string(number);
  return text + "]";
}

/// Collects the tensors of a header. Level 1 is the header's object, level 2 a tensor or "__metadata__",
/// level 3 a tensor's list of numbers; unknown fields of a tensor are passed over, as the reference does.
class HeaderVisitor final : public JsonVisitor {
 public:
  HeaderVisitor(const std::string& path, SafetensorsHeader& header) : path_(path), header_(header) {}

  void begin_object() override {
    if (level_ == 1) start_entry();
    if (level_ >= 2) refuse_if_known("an object");
    ++level_;
  }
  void end_object() override {
    if (--level_ == 1 && !is_metadata()) finish_tensor();
  }
  void key(std::string&& name) override {
    if (level_ == 1) {
      name_ = std::move(name);
    } else if (level_ == 2) {
      field_ = std::move(name);
    }
  }
  void begin_array() override {
    if (level_ == 2 && numbers_of_field() != nullptr) {
      begin_list(numbers_of_field());
    } else {
      refuse_if_known("an array");
    }
    ++level_;
  }
  void end_array() override { --level_; }
  void text(std::string&& content) override {
    if (level_ == 2 && is_metadata()) {
      if (!header_.metadata.emplace(field_, std::move(content)).second)
        fail(path_ + ": __metadata__." + printable(field_) + " appears twice");
    } else if (level_ == 2 && field_ == "dtype") {
      if (has_dtype_) fail(place() + ": 'dtype' appears twice");
      has_dtype_ = true;
      tensor_.dtype = std::move(content);
    } else {
      refuse_if_known("a string");
    }
  }
  void number(const JsonNumber& content) override {
    std::vector<std::uint64_t>* const list = level_ == 3 ? numbers_of_field() : nullptr;
    if (list == nullptr) return refuse_if_known("a number");
    if (!content.is_whole || content.is_negative) refuse_element(content.to_text());
    list->push_back(content.magnitude);
  }
  void boolean(bool content) override { refuse_if_known(content ? "true" : "false"); }
  void null() override { refuse_if_known("null"); }

 private:
  bool is_metadata() const { return name_ == "__metadata__"; }
  std::string place() const { return path_ + ": tensor " + "'" + printable(name_) + "'"; }

  std::vector<std::uint64_t>* numbers_of_field() {
    if (is_metadata()) return nullptr;
    if (field_ == "shape") return &shape_;
    return field_ == "data_offsets" ? &offsets_ : nullptr;
  }

  /// A value where a tensor, or a field of one, wants another kind; unknown fields may hold anything.
  void refuse_if_known(const std::string& found) {
    if (level_ == 0) fail(path_ + ": header must be a JSON object, found " + found);
    if (level_ == 1 && is_metadata())
      fail(path_ + ": __metadata__ must be an object of strings, found " + found);
    if (level_ == 1)
      fail(place() + ": expected an object with dtype, shape and data_offsets, found " + found);
    if (is_metadata()) fail(path_ + ": __metadata__." + printable(field_) + " must be a string");
    if (level_ >= 3 && numbers_of_field() != nullptr) refuse_element(found);
    if (level_ == 2 && field_ == "dtype") fail(place() + ": dtype must be a string, found " + found);
    if (level_ == 2 && numbers_of_field() != nullptr)
      fail(place() + ": " + field_ + " must be a list of numbers, found " + found);
  }

  [[noreturn]] void refuse_element(const std::string& found) {
    fail(place() + ": " + field_ + "[" + std::to_string(numbers_of_field()->size()) +
         "] must be a non-negative whole number, found " + found);
  }

  void start_entry() {
    if (is_metadata()) {
      if (std::exchange(has_metadata_, true)) fail(path_ + ": '__metadata__' appears twice");
      return;
    }
    tensor_ = {};
    shape_.clear();
    offsets_.clear();
    has_dtype_ = has_shape_ = has_offsets_ = false;
  }

  void begin_list(const std::vector<std::uint64_t>* numbers) {
    bool& seen = numbers == &shape_ ? has_shape_ : has_offsets_;
    if (seen) fail(place() + ": '" + field_ + "' appears twice");
    seen = true;
  }

  void finish_tensor() {
    if (!has_dtype_) fail(place() + ": 'dtype' is missing");
    if (!has_shape_) fail(place() + ": 'shape' is missing");
    if (!has_offsets_) fail(place() + ": 'data_offsets' is missing");
    if (offsets_.size() != 2)
      fail(place() + ": data_offsets must be two numbers, found " + std::to_string(offsets_.size()));
    if (offsets_[1] < offsets_[0]) {
      fail(place() + ": data_offsets end at " + std::to_string(offsets_[1]) + ", before their start at " +
           std::to_string(offsets_[0]));
    }
    tensor_.name = name_;
    tensor_.begin = offsets_[0];
    tensor_.end = offsets_[1];
    check_shape();
    header_.tensors.push_back(std::move(tensor_));
  }

  void check_shape() {
    bool fits = true;
    for (const std::uint64_t size : shape_) fits = fits && size <= most_index;
    tensor_.shape.reserve(shape_.size());
    if (fits)
      for (const std::uint64_t size : shape_) tensor_.shape.push_back(static_cast<Index>(size));
    const auto count = fits ? checked_element_count(tensor_.shape) : std::nullopt;
    const Index bits_each = dtype_bits(tensor_.dtype);
    const auto bits =
        count ? checked_product(static_cast<std::uint64_t>(*count), static_cast<std::uint64_t>(bits_each))
              : std::nullopt;
    if (!bits) fail(place() + ": shape " + list_text(shape_) + " is too large");
    if (bits_each == 0) return;  // a dtype of the future: the offsets say its size
    if (*bits % 8 != 0)
      fail(place() + ": " + tensor_.dtype + " " + list_text(shape_) + " does not fill whole bytes");
    if (*bits / 8 != tensor_.byte_count()) {
      fail(place() + ": " + tensor_.dtype + " " + list_text(shape_) + " needs " + std::to_string(*bits / 8) +
           " bytes, offsets give " + std::to_string(tensor_.byte_count()));
    }
  }

  const std::string& path_;
  SafetensorsHeader& header_;
  Index level_ = 0;
  std::string name_;   // key at level 1
  std::string field_;  // key at level 2
  TensorInfo tensor_;
  std::vector<std::uint64_t> shape_;
  std::vector<std::uint64_t> offsets_;
  bool has_metadata_ = false;
  bool has_dtype_ = false;
  bool has_shape_ = false;
  bool has_offsets_ = false;
};

/// Each tensor has one such field, so this many places are enough and the list never grows by doubling.
std::size_t count_offsets(std::string_view text) {
  constexpr std::string_view field = "\"data_offsets\"";
  std::size_t count = 0;
  for (std::size_t place = text.find(field); place != std::string_view::npos;
       place = text.find(field, place + 1))
    ++count;
  return count;
}

}  // namespace

SafetensorsHeader read_safetensors_header(std::string_view text, const std::string& path) {
  SafetensorsHeader header;
  header.tensors.reserve(count_offsets(text));
  HeaderVisitor visitor(path, header);
  read_json(text, path + ": header", most_header_depth, visitor);
  return header;
}

}  // namespace attnscope
