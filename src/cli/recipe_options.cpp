#include "cli/recipe_options.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "export/readers/array_format.hpp"

namespace attnscope::cli {
namespace {

Matrix as_parameter(const FloatArray& array, const std::string& file) {
  if (array.shape.size() > 2) {
    throw Error(Error::Kind::input, printable(file, 400) + ": expected one or two dimensions, found " +
                                        python_shape(array.shape));
  }
  const Index cols = array.shape.empty() ? 1 : array.shape.back();
  const Index rows = array.shape.size() == 2 ? array.shape.front() : 1;
  return Matrix(ConstMatrixView(array.numbers.data(), rows, cols));
}

/// The array called as the parameter where the file holds one of that name, else its only one.
FloatArray read_parameter(const std::string& name, const std::string& file) {
  const auto arrays = open_arrays(file);
  const std::vector<ArrayFile::Entry> entries = arrays->entries();
  const bool is_named =
      std::ranges::any_of(entries, [&](const ArrayFile::Entry& entry) { return entry.name == name; });
  return arrays->numbers(choose_array(*arrays, is_named ? name : "", file));
}

/// Every array of a file under its own name.
void give_all(Parameters& given, const std::string& file) {
  const auto arrays = open_arrays(file);
  for (const ArrayFile::Entry& entry : arrays->entries()) {
    if (entry.is_text) continue;
    if (entry.name.empty()) {
      throw Error(Error::Kind::usage,
                  "--set " + printable(file, 400) + ": the array in this file has no name",
                  "say which parameter it is: --set bilinear.W=" + printable(file, 400));
    }
    given.give(entry.name, as_parameter(arrays->numbers(entry.name), file), "file " + printable(file, 400));
  }
}

}  // namespace

void RecipeOptions::declare(Options& options, bool with_variant) {
  options.group("Recipe, each NAME[:key=value,…] ('attnscope list' shows the names)");
  if (with_variant) {
    options.value("--variant", text.variant, "NAME", "a named recipe, or any stage by its name");
  }
  options.value("--similarity", text.similarity, "NAME", "how alike a query and a key are");
  options.value("--pattern", text.pattern, "NAME", "which pairs may meet; '+' joins, '^' intersects");
  options.values("--prior", text.priors, "NAME",
                 "what is known before looking; may be repeated, 'none' removes");
  options.value("--normaliser", text.normaliser, "NAME", "scores to weights");
  options.value("--encoding", text.encoding, "NAME", "how positions turn queries and keys; 'none' removes");
  options.value("--cap", text.cap, "NAME", "a soft limit on scores; 'none' removes");
  options.values("--mixer", text.mixers, "NAME", "heads or layers exchange; may be repeated");
  options.values(
      "--set", parameters, "PARAMETER=FILE",
      "a learned parameter from a .npy, .npz, .safetensors or JSON file; FILE alone: all of its arrays");
  options.value("--seed", seed, "N", "for whatever is random", 0, 1'000'000'000);
}

Parameters RecipeOptions::read_parameters() const {
  Parameters given(static_cast<std::uint64_t>(seed));
  for (const std::string& one : parameters) {
    const std::size_t equals = one.find('=');
    if (equals == 0 || (equals != std::string::npos && equals + 1 == one.size())) {
      throw Error(Error::Kind::usage, "--set " + printable(one) + ": expected PARAMETER=FILE",
                  "for instance --set bilinear.W=W.npy");
    }
    if (equals == std::string::npos) {
      give_all(given, one);
      continue;
    }
    const std::string name = one.substr(0, equals);
    const std::string file = one.substr(equals + 1);
    given.give(name, as_parameter(read_parameter(name, file), file), "file " + printable(file, 400));
  }
  return given;
}

}  // namespace attnscope::cli
