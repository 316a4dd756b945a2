// What all formats share: finding a tensor, checking its shape, choosing the format.
#include "models/weight_format/weights.hpp"

#include <algorithm>
#include <array>

#include "core/checked.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/registry.hpp"
#include "core/suggest.hpp"
#include "core/utf8.hpp"
#include "models/weight_format/weight_format.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

std::string place(const Path& path, std::string_view tensor) {
  return shown_path(path) + ": tensor '" + printable(tensor) + "'";
}

/// The only file in the folder whose name ends so, later parts of a split model left out; empty when there is
/// none or more than one.
Path only_file(const Path& folder, std::string_view ending) {
  Path found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool is_later_part =
        name.find("-of-") != std::string::npos && name.find("-00001-of-") == std::string::npos;
    if (!name.ends_with(ending) || is_later_part || entry.is_directory(ignored)) continue;
    if (!found.empty()) return {};
    found = entry.path();
  }
  return found;
}

Path weight_file_of(const Path& folder) {
  std::error_code ignored;
  for (const char* name : {"model.safetensors", "model.safetensors.index.json"}) {
    // A link to a missing blob counts: opening it says what is wrong.
    if (std::filesystem::exists(std::filesystem::symlink_status(folder / name, ignored)))
      return folder / name;
  }
  for (const char* ending : {".safetensors.index.json", ".safetensors", ".gguf"}) {
    if (Path file = only_file(folder, ending); !file.empty()) return file;
  }
  for (const char* name : {"pytorch_model.bin", "pytorch_model.bin.index.json", "model.pt"}) {
    if (std::filesystem::exists(folder / name, ignored)) {
      throw Error(Error::Kind::unsupported,
                  shown_path(folder / name) + ": PyTorch pickle files can run code and are never loaded",
                  "convert to safetensors");
    }
  }
  throw Error(
      Error::Kind::input,
      shown_path(folder) + ": no weights here: expected model.safetensors, its index or one .gguf file",
      "the download may be incomplete");
}

const Entry<WeightFormat>* best_format(const FileStart& start) {
  const Entry<WeightFormat>* best = nullptr;
  auto best_match = WeightFormat::Match::no;
  for (const auto& entry : Registry<WeightFormat>::instance().entries()) {
    const auto match = entry.make(Settings(entry.name, entry.settings, {}))->match(start);
    if (match > best_match) {
      best_match = match;
      best = &entry;
    }
  }
  return best;
}

}  // namespace

std::string shape_text(std::span<const Index> shape) {
  std::string text = "[";
  for (const Index size : shape) text += (text.size() > 1 ? " x " : "") + std::to_string(size);
  return text + "]";
}

void Weights::set_tensors(std::vector<Tensor> tensors) {
  tensors_ = std::move(tensors);
  std::sort(tensors_.begin(), tensors_.end(),
            [](const Tensor& a, const Tensor& b) { return a.name < b.name; });
  const auto twin = std::adjacent_find(tensors_.begin(), tensors_.end(),
                                       [](const Tensor& a, const Tensor& b) { return a.name == b.name; });
  if (twin != tensors_.end()) throw Error(Error::Kind::input, place(path_, twin->name) + " appears twice");
}

const Tensor* Weights::find(std::string_view name) const {
  const auto found =
      std::lower_bound(tensors_.begin(), tensors_.end(), name,
                       [](const Tensor& have, std::string_view wanted) { return have.name < wanted; });
  return found != tensors_.end() && found->name == name ? &*found : nullptr;
}

const Tensor& Weights::at(std::string_view name) const {
  if (const Tensor* tensor = find(name)) return *tensor;
  constexpr std::size_t most_compared = 10'000;  // each costs the product of two lengths
  std::vector<std::string_view> known;
  for (const Tensor& tensor : tensors_.size() <= most_compared ? tensors() : std::span<const Tensor>()) {
    known.push_back(tensor.name);
  }
  throw Error(Error::Kind::input, place(path_, name) + " is missing", did_you_mean(name, known));
}

const Tensor& Weights::readable(std::string_view name, std::span<const Index> shape) const {
  const Tensor& tensor = at(name);
  if (!std::equal(shape.begin(), shape.end(), tensor.shape.begin(), tensor.shape.end())) {
    throw Error(Error::Kind::input, place(path_, name) + ": expected " + shape_text(shape) + ", found " +
                                        shape_text(tensor.shape));
  }
  if (tensor.type == nullptr) {
    throw Error(Error::Kind::unsupported, place(path_, name) + refusal(tensor));
  }
  return tensor;
}

Matrix Weights::matrix(std::string_view name, Index rows, Index cols) const {
  const Tensor& tensor = readable(name, std::array{rows, cols});
  Matrix result(rows, cols);
  read(tensor, 0, result.numbers());
  return result;
}

std::vector<float> Weights::vector(std::string_view name, Index size) const {
  return numbers(name, {size});
}

std::vector<float> Weights::numbers(std::string_view name, std::span<const Index> shape) const {
  const Tensor& tensor = readable(name, shape);
  std::vector<float> result(static_cast<std::size_t>(checked_element_count(tensor.shape).value()));
  read(tensor, 0, result);
  return result;
}

Matrix Weights::rows(std::string_view name, std::span<const Index> which, Index cols) const {
  const Index row_count = at(name).shape.empty() ? 0 : at(name).shape.front();
  const Tensor& tensor = readable(name, std::array{row_count, cols});
  Matrix result(static_cast<Index>(which.size()), cols);
  for (std::size_t place_in_result = 0; place_in_result < which.size(); ++place_in_result) {
    const Index row = which[place_in_result];
    if (row < 0 || row >= row_count) {
      throw Error(Error::Kind::input,
                  place(path_, name) + " has rows 0 to " + std::to_string(row_count - 1) + ", found id " +
                      std::to_string(row),
                  "tokenizer and model may not belong together");
    }
    read(tensor, row * cols, result.row(static_cast<Index>(place_in_result)));
  }
  return result;
}

std::unique_ptr<const Weights> open_weights(const Path& path) {
  std::error_code ignored;
  const Path file_path = std::filesystem::is_directory(path, ignored) ? weight_file_of(path) : path;
  FileStart start{.path = file_path, .bytes = {}};
  {
    const InputFile file(file_path);
    refuse_foreign_file(file);
    start.bytes = first_bytes(file, 4096);
    start.size = file.size();
  }
  const Entry<WeightFormat>* format = best_format(start);
  if (format == nullptr) {
    throw Error(Error::Kind::unsupported,
                shown_path(file_path) + ": not a weight file of a known format (starts with '" +
                    printable(start.bytes.substr(0, 8)) + "')",
                "known are safetensors, GGUF and llama2.c");
  }
  return format->make(Settings(format->name, format->settings, {}))->open(file_path);
}

}  // namespace attnscope
