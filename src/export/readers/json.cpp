// JSON: nested lists of numbers, alone or as members of an object beside lists of texts.
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/foreign_file.hpp"
#include "core/registry.hpp"
#include "core/utf8.hpp"
#include "export/readers/array_format.hpp"
#include "export/readers/json_tree.hpp"

namespace attnscope {
namespace {

class JsonArrays final : public ArrayFile {
 public:
  explicit JsonArrays(const std::filesystem::path& path) {
    const std::string what = shown_path(path);
    JsonTree tree = read_json_tree(read_text(path), what);
    auto* const members = std::get_if<JsonMembers>(&tree.value());
    if (members != nullptr) {
      members_ = std::move(*members);
    } else {
      members_.emplace_back("", std::move(tree));
    }
    for (const auto& [name, value] : members_) check(what, name, value);
  }

  std::vector<Entry> entries() const override {
    std::vector<Entry> entries;
    for (const auto& [name, value] : members_) {
      if (const auto* array = std::get_if<FloatArray>(&value.value()))
        entries.push_back({name, array->shape, false});
      if (const auto* list = std::get_if<std::vector<std::string>>(&value.value())) {
        entries.push_back({name, {static_cast<Index>(list->size())}, true});
      }
    }
    return entries;
  }
  FloatArray numbers(const std::string& name) const override { return std::get<FloatArray>(at(name)); }
  std::vector<std::string> texts(const std::string& name) const override {
    return std::get<std::vector<std::string>>(at(name));
  }

 private:
  const JsonTree::Value& at(const std::string& name) const {
    for (const auto& [known, value] : members_) {
      if (known == name) return value.value();
    }
    throw Error(Error::Kind::input, "no member '" + printable(name) + "'");
  }

  /// Rows of differing length are a fault where only numbers are, not something to pass over.
  static void check(const std::string& what, const std::string& name, const JsonTree& value) {
    const auto* const rows = std::get_if<std::vector<JsonTree>>(&value.value());
    if (rows == nullptr || rows->empty()) return;
    const auto* const first = std::get_if<FloatArray>(&rows->front().value());
    for (std::size_t row = 0; row < rows->size(); ++row) {
      const std::string place = name + "[" + std::to_string(row) + "]";
      const auto* const other = std::get_if<FloatArray>(&(*rows)[row].value());
      if (other == nullptr) {
        check(what, place, (*rows)[row]);
      } else if (first != nullptr && other->shape != first->shape) {
        throw Error(Error::Kind::input, what + ": list " + printable(place) + " has shape " +
                                            python_shape(other->shape) + ", expected " +
                                            python_shape(first->shape) + " as the first one");
      }
    }
  }

  JsonMembers members_;
};

class JsonFormat final : public ArrayFormat {
 public:
  bool matches(std::string_view first_bytes, const std::filesystem::path& path) const override {
    const std::size_t start = first_bytes.find_first_not_of(" \t\r\n");
    return path.extension() == ".json" ||
           (start != std::string_view::npos && (first_bytes[start] == '[' || first_bytes[start] == '{'));
  }
  std::unique_ptr<const ArrayFile> open(const std::filesystem::path& path) const override {
    return std::make_unique<JsonArrays>(path);
  }
};

const Registered<ArrayFormat> registered{{
    {.name = "json",
     .summary = "nested lists of numbers, alone or beside lists of tokens, and attnscope's own files",
     .paper = "RFC 8259"},
    [](const Settings&) -> std::unique_ptr<const ArrayFormat> { return std::make_unique<JsonFormat>(); },
}};

}  // namespace
}  // namespace attnscope
