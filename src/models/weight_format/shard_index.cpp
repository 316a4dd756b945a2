// {"metadata": …, "weight_map": {"tensor": "model-00001-of-00003.safetensors", …}}
#include "models/weight_format/shard_index.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/foreign_file.hpp"
#include "core/json_reader.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::uint64_t most_index_bytes = 100'000'000;  // as for one file's header
constexpr Index most_depth = 16;

class IndexVisitor final : public JsonVisitor {
 public:
  explicit IndexVisitor(const std::string& path) : path_(path) {}

  void begin_object() override {
    if (level_ == 1 && key_ == "weight_map" && has_map_) fail("'weight_map' appears twice");
    if (level_ == 1 && key_ == "weight_map") has_map_ = true;
    if (in_map()) fail("tensor '" + printable(key_) + "': expected a file name, found an object");
    ++level_;
  }
  void end_object() override { leave(); }
  void begin_array() override {
    other("a list");
    ++level_;
  }
  void end_array() override { leave(); }
  void key(std::string&& name) override {
    if (level_ == 1) section_ = name;
    key_ = std::move(name);
  }
  void text(std::string&& value) override {
    if (!in_map()) return other("a text");
    shards_[std::move(value)].push_back(key_);
  }
  void number(const JsonNumber&) override { other("a number"); }
  void boolean(bool) override { other("true or false"); }
  void null() override { other("null"); }

  std::map<std::string, std::vector<std::string>>& shards() {
    if (!has_map_) fail("no 'weight_map'");
    return shards_;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Error::Kind::input, path_ + ": " + message);
  }

 private:
  bool in_map() const { return level_ == 2 && section_ == "weight_map"; }
  void leave() { --level_; }
  void other(const std::string& found) const {
    if (level_ == 0) fail("expected a JSON object, found " + found);
    if (level_ == 1 && key_ == "weight_map") fail("'weight_map' must be an object, found " + found);
    if (in_map()) fail("tensor '" + printable(key_) + "': expected a file name, found " + found);
  }

  const std::string& path_;
  Index level_ = 0;
  std::string section_;
  std::string key_;
  bool has_map_ = false;
  std::map<std::string, std::vector<std::string>> shards_;
};

/// A plain name beside the index: a link from a cache may lead elsewhere, the name itself may not.
bool stays_in_folder(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of("/\\:") == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

}  // namespace

std::vector<Shard> read_shard_index(const std::filesystem::path& path) {
  const std::string shown = shown_path(path);
  IndexVisitor visitor(shown);
  read_json(read_text(path, most_index_bytes), shown + ": the index", most_depth, visitor);
  std::vector<Shard> shards;
  std::vector<std::string_view> all;
  for (auto& [name, tensors] : visitor.shards()) {
    if (!stays_in_folder(name)) visitor.fail("shard name '" + printable(name) + "' leaves the model folder");
    if (!name.ends_with(".safetensors"))
      visitor.fail("shard '" + printable(name) + "' is not a .safetensors file");
    std::error_code ignored;
    if (!std::filesystem::exists(path.parent_path() / name, ignored)) {
      throw Error(Error::Kind::input,
                  shown + ": shard '" + printable(name) + "' is missing (" + std::to_string(tensors.size()) +
                      (tensors.size() == 1 ? " tensor)" : " tensors)"),
                  "the download is incomplete");
    }
    std::sort(tensors.begin(), tensors.end());
    shards.push_back({name, std::move(tensors)});
  }
  for (const Shard& shard : shards) all.insert(all.end(), shard.tensors.begin(), shard.tensors.end());
  std::sort(all.begin(), all.end());
  if (const auto twin = std::adjacent_find(all.begin(), all.end()); twin != all.end()) {
    visitor.fail("tensor '" + printable(*twin) + "' appears twice");
  }
  return shards;
}

}  // namespace attnscope
