// The engine: composes the stages of a recipe into the maps of a layer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "attention/recipe.hpp"
#include "core/parallel.hpp"

namespace attnscope {

/// The weights of one head, or of one part of it.
struct Map {
  Index layer = 0;
  Index head = 0;
  Index part = 0;  ///< which of several maps of the head (channels, branches)
  Matrix weights;  ///< [queries x keys]
  BasicMatrix<std::uint8_t>
      hidden;  ///< 1 where the pattern excludes the pair; empty where nothing is excluded
  MapClass map_class = MapClass::row_stochastic;
  Index overflows = 0;  ///< allowed scores that were not finite
};

/// What a layer hands to the next one, for stages that read it. Start each text with a fresh one.
struct LayerMemory {
  std::vector<DoubleMatrix> scores;
};

/// The maps of the chosen heads, in their order. memory may be null where no stage reads the layer below.
/// Throws: Error(usage) when a stage asks for a parameter of another shape, or the recipe cannot do with the
/// sizes.
std::vector<Map> compute_maps(const Recipe& recipe, const Layer& layer, std::span<const Index> heads,
                              LayerMemory* memory, ThreadPool& pool);

/// 0, 1, … heads - 1.
std::vector<Index> all_heads(const Layer& layer);

}  // namespace attnscope
