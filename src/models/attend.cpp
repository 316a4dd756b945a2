// Maps are made for all heads of a layer at once where they are shown, and thrown away after the layer.
#include "models/attend.hpp"

#include <algorithm>

#include "attention/kernels/kernels.hpp"

namespace attnscope {
namespace {

constexpr Index query_group = 64;  // queries of one unit of work

/// out[:, head] = weights · V, heads and groups of queries in parallel.
void add_contexts(std::span<const Map> maps, const Layer& layer, Matrix& context, ThreadPool& pool) {
  const Index size = layer.v.front().cols;
  const Index groups = (layer.queries() + query_group - 1) / query_group;
  pool.run(static_cast<Index>(maps.size()) * groups, [&](Index unit, Index) {
    const Map& map = maps[static_cast<std::size_t>(unit / groups)];
    const Index first = unit % groups * query_group;
    const Index count = std::min(query_group, layer.queries() - first);
    kernels::weighted_sum(map.weights.view().row_range(first, count),
                          layer.v[static_cast<std::size_t>(map.head)],
                          context.view().row_range(first, count).col_range(map.head * size, size));
  });
}

}  // namespace

Attention::Attention(AttentionSite& site, const RunOptions& options, AttentionMemory& memory,
                     ThreadPool& pool)
    : site_(site), options_(options), memory_(memory), pool_(pool) {
  if (options.maps != RunOptions::Maps::explicit_maps) return;
  maps_ = maps_of(all_heads(site.layer));
  site.maps = maps_;
}

std::vector<Map> Attention::maps_of(std::span<const Index> heads) const {
  std::vector<Index> own;
  std::vector<Index> replaced;
  for (const Index head : heads) {
    const bool is_replaced =
        options_.replacement != nullptr && options_.replacement->applies(site_.kind, site_.layer.index, head);
    (is_replaced ? replaced : own).push_back(head);
  }
  std::vector<Map> maps = compute_maps(*site_.own, site_.layer, own, nullptr, pool_);
  if (replaced.empty()) return maps;
  std::vector<Map> others = compute_maps(make_recipe(*site_.own, options_.replacement->recipe), site_.layer,
                                         replaced, &memory_[static_cast<std::size_t>(site_.kind)], pool_);
  std::move(others.begin(), others.end(), std::back_inserter(maps));
  std::stable_sort(maps.begin(), maps.end(),
                   [](const Map& one, const Map& other) { return one.head < other.head; });
  return maps;
}

Matrix Attention::context() const {
  const Layer& layer = site_.layer;
  Matrix context(layer.queries(), layer.heads() * layer.v.front().cols);
  if (!maps_.empty()) {
    add_contexts(maps_, layer, context, pool_);
  } else {
    add_contexts(maps_of(all_heads(layer)), layer, context, pool_);
  }
  return context;
}

}  // namespace attnscope
