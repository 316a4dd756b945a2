// The weights of one site and the weighted sum of its values.
#pragma once

#include <array>
#include <vector>

#include "models/model.hpp"

namespace attnscope {

/// What a replacing recipe hands from layer to layer, for each kind of site apart.
using AttentionMemory = std::array<LayerMemory, 3>;

/// Computes what is wanted of a site: its maps, which it puts into the site, or only the context.
class Attention {
 public:
  /// site.maps is set where options ask for maps, and points into this object.
  Attention(AttentionSite& site, const RunOptions& options, AttentionMemory& memory, ThreadPool& pool);

  /// The heads' weighted sums of values side by side: [queries x heads · value size].
  Matrix context() const;

 private:
  std::vector<Map> maps_of(std::span<const Index> heads) const;

  const AttentionSite& site_;
  const RunOptions& options_;
  AttentionMemory& memory_;
  ThreadPool& pool_;
  std::vector<Map> maps_;
};

}  // namespace attnscope
