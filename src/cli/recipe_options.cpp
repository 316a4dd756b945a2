#include "cli/recipe_options.hpp"

#include "core/error.hpp"
#include "core/npy.hpp"
#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

Matrix read_parameter(const std::string& file) {
  const FloatArray array = read_npy(file);
  if (array.shape.size() > 2) {
    throw Error(Error::Kind::input, printable(file, 400) + ": expected one or two dimensions, found " +
                                        python_shape(array.shape));
  }
  const Index cols = array.shape.empty() ? 1 : array.shape.back();
  const Index rows = array.shape.size() == 2 ? array.shape.front() : 1;
  return Matrix(ConstMatrixView(array.numbers.data(), rows, cols));
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
  options.values("--set", parameters, "PARAMETER=FILE", "a learned parameter from a .npy file");
  options.value("--seed", seed, "N", "for whatever is random", 0, 1'000'000'000);
}

Parameters RecipeOptions::read_parameters() const {
  Parameters given(static_cast<std::uint64_t>(seed));
  for (const std::string& one : parameters) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == one.size()) {
      throw Error(Error::Kind::usage, "--set " + printable(one) + ": expected PARAMETER=FILE",
                  "for instance --set bilinear.W=W.npy");
    }
    const std::string file = one.substr(equals + 1);
    given.give(one.substr(0, equals), read_parameter(file), "file " + printable(file, 400));
  }
  return given;
}

}  // namespace attnscope::cli
