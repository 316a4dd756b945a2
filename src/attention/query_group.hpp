// A group of queries as the streaming kernels want it; private to this folder.
#pragma once

#include <vector>

#include "attention/kernels/kernel_table.hpp"
#include "attention/streamed.hpp"

namespace attnscope {

/// Must not move while the kernel runs: the stream points into it.
class QueryGroup {
 public:
  /// queries: how many from first_query on; at most the kernels' panel_width.
  QueryGroup(ConstMatrixView q, ConstMatrixView k, const StreamOptions& options, KeyRange queries);
  QueryGroup(const QueryGroup&) = delete;
  QueryGroup& operator=(const QueryGroup&) = delete;

  const kernels::Stream& stream() const { return stream_; }

 private:
  static void adjust(void* group, kernels::Size first_key, kernels::Target scores);

  const StreamOptions& options_;
  Index first_query_;
  std::vector<kernels::KeySpan> visible_;
  std::vector<kernels::KeySpan> spans_;
  kernels::Stream stream_;
};

}  // namespace attnscope
