#include "attention/layer.hpp"

#include <string>

namespace attnscope {

Head Layer::head(Index index_in_layer) const {
  const auto place = static_cast<std::size_t>(index_in_layer);
  return {.q = q[place],
          .k = k[place],
          .v = v.empty() ? ConstMatrixView() : v[place],
          .index = index_in_layer,
          .layer = this};
}

ConstMatrixView Head::parameter(std::string_view name, Index rows, Index cols,
                                const Fallback& fallback) const {
  assert(layer->parameters != nullptr);
  const std::string own =
      std::string(name) + "." + std::to_string(layer->index) + "." + std::to_string(index);
  const bool is_shared = !layer->parameters->has(own) && layer->parameters->has(name);
  return layer->parameters->get(is_shared ? name : std::string_view(own), rows, cols, fallback);
}

ConstMatrixView Head::shared_parameter(std::string_view name, Index rows, Index cols,
                                       const Fallback& fallback) const {
  assert(layer->parameters != nullptr);
  return layer->parameters->get(name, rows, cols, fallback);
}

}  // namespace attnscope
