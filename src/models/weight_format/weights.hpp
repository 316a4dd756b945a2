// The tensors of a model, whatever the format of the file.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"
#include "models/weight_format/element_type.hpp"
#include "models/weight_format/metadata.hpp"

namespace attnscope {

/// One tensor, as a listing shows it.
struct Tensor {
  std::string name;
  std::string dtype;                  ///< as the format spells it: "F16", "Q4_K"
  std::vector<Index> shape;           ///< outermost first, as PyTorch writes it
  std::uint64_t bytes = 0;            ///< in the file
  const ElementType* type = nullptr;  ///< null when its numbers cannot be used
  std::size_t file = 0;               ///< for the format's own use: which file, and where in it
  std::uint64_t offset = 0;
};

/// An opened model: headers have been read and checked, numbers are read when asked for, and converted to
/// float. Thread safety: all functions may be called from several threads.
class Weights {
 public:
  virtual ~Weights() = default;

  /// The name of the format, as in the registry: "safetensors".
  std::string_view format() const { return format_; }
  /// The file or folder that was opened.
  const std::filesystem::path& path() const { return path_; }
  /// By name.
  std::span<const Tensor> tensors() const { return tensors_; }
  /// Null when there is none of that name.
  const Tensor* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// Throws: Error(input) that names the nearest tensor when there is none of that name.
  const Tensor& at(std::string_view name) const;
  /// What the file says of the model; empty where the format stores nothing (a folder has config.json
  /// instead).
  const Metadata& metadata() const { return metadata_; }

  /// The numbers as [rows x cols] or [size]. Throws: Error(input) that names the tensor, the expected and the
  /// found shape, or that it is missing; Error(unsupported) for a dtype that this program does not compute
  /// with.
  Matrix matrix(std::string_view name, Index rows, Index cols) const;
  std::vector<float> vector(std::string_view name, Index size) const;
  /// Any shape, row-major.
  std::vector<float> numbers(std::string_view name, std::span<const Index> shape) const;
  std::vector<float> numbers(std::string_view name, std::initializer_list<Index> shape) const {
    return numbers(name, std::span(shape.begin(), shape.size()));
  }
  /// Only some rows of a matrix of `cols` columns: [which.size() x cols]. Reads no others.
  /// Throws: as `matrix`; Error(input) for a row that the matrix has not.
  Matrix rows(std::string_view name, std::span<const Index> which, Index cols) const;

 protected:
  Weights(std::string_view format, std::filesystem::path path) : format_(format), path_(std::move(path)) {}
  /// Sorts by name; called once, by the constructor of the format. Throws: Error(input) for two of one name.
  void set_tensors(std::vector<Tensor> tensors);
  Metadata& own_metadata() { return metadata_; }

 private:
  /// Fills `floats` with the numbers from `first` on. Requires: both are multiples of the block size.
  virtual void read(const Tensor& tensor, Index first, std::span<float> floats) const = 0;
  /// Why a tensor without a type cannot be used: " has dtype C64, which …", or ": unknown dtype 'F7'".
  virtual std::string refusal(const Tensor& tensor) const = 0;
  const Tensor& readable(std::string_view name, std::span<const Index> shape) const;

  std::string_view format_;
  std::filesystem::path path_;
  std::vector<Tensor> tensors_;
  Metadata metadata_;
};

/// "[48 x 144]".
std::string shape_text(std::span<const Index> shape);

/// Opens a weight file, or the weights of a model folder (model.safetensors, a sharded model's index, or the
/// only weight file there). Only headers are read: quick for files of any size. Throws: Error(input) for a
/// missing, broken or dangerous file; Error(unsupported) for a format that is not known.
std::unique_ptr<const Weights> open_weights(const std::filesystem::path& path);

}  // namespace attnscope
