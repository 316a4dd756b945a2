// A unit of work is one group of queries, as many as a kernel keeps in its lanes.
#include "attention/streamed.hpp"

#include <algorithm>

#include "attention/query_group.hpp"

namespace attnscope {

QueryGroup::QueryGroup(ConstMatrixView q, ConstMatrixView k, const StreamOptions& options, KeyRange queries)
    : options_(options), first_query_(queries.first) {
  KeyRange all{k.rows, 0};
  for (Index query = queries.first; query < queries.last; ++query) {
    const KeyRange range = options.visible ? options.visible(query) : KeyRange{0, k.rows};
    assert(range.first >= 0 && range.last <= k.rows);
    visible_.push_back({range.first, range.last});
    if (range.first >= range.last) continue;
    all.first = std::min(all.first, range.first);
    all.last = std::max(all.last, range.last);
  }
  const Index count = queries.last - queries.first;
  if (options.visited) {
    for (const KeyRange& range : options.visited(queries.first, count)) {
      assert(range.first >= 0 && range.last <= k.rows &&
             (spans_.empty() || range.first >= spans_.back().last));
      if (range.first < range.last) spans_.push_back({range.first, range.last});
    }
  } else if (all.first < all.last) {
    spans_.push_back({all.first, all.last});
  }
  stream_ = {.q = {q.data + queries.first * q.stride, count, q.cols, q.stride},
             .k = {k.data, k.rows, k.cols, k.stride},
             .scale = options.scale,
             .visible = visible_.data(),
             .spans = spans_.data(),
             .span_count = static_cast<Index>(spans_.size()),
             .adjust = options.adjust ? &QueryGroup::adjust : nullptr,
             .context = this};
}

void QueryGroup::adjust(void* group, kernels::Size first_key, kernels::Target scores) {
  const auto* const self = static_cast<const QueryGroup*>(group);
  self->options_.adjust(self->first_query_, first_key,
                        MatrixView(scores.data, scores.rows, scores.cols, scores.stride));
}

void streamed_context(ConstMatrixView q, ConstMatrixView k, ConstMatrixView v, const StreamOptions& options,
                      MatrixView out, ThreadPool& pool) {
  assert(q.cols == k.cols && k.rows == v.rows && out.rows == q.rows && out.cols == v.cols);
  const kernels::KernelTable& table = kernels::kernel_table();
  const Index group = table.panel_width;
  const Index scratch = table.stream_scratch(q.cols, v.cols);
  pool.run((q.rows + group - 1) / group, [&](Index unit, Index worker) {
    const KeyRange queries{unit * group, std::min(q.rows, (unit + 1) * group)};
    const QueryGroup streamed(q, k, options, queries);
    const MatrixView part = out.row_range(queries.first, queries.last - queries.first);
    table.context(streamed.stream(), {v.data, v.rows, v.cols, v.stride}, pool.scratch(worker, scratch).data(),
                  {part.data, part.rows, part.cols, part.stride});
  });
}

}  // namespace attnscope
