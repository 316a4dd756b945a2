// The functions that exist once per instruction set, as a table of plain pointers.
// The files that fill it are compiled for newer machines than the rest of the program, so nothing here may
// bring in inline functions that other files share: the linker would keep one copy, perhaps the one an older
// machine cannot run.
#pragma once

#include <cstddef>

namespace attnscope::kernels {

/// The same type as `Index`, whose header is too rich for these files.
using Size = std::ptrdiff_t;

/// A matrix view without its header.
struct Source {
  const float* data;
  Size rows;
  Size cols;
  Size stride;
};
struct Target {
  float* data;
  Size rows;
  Size cols;
  Size stride;
};

/// What is done to a finished sum before it is stored: sum · scale + bias[output].
struct Finish {
  float scale;
  const float* bias;  // one number per output, or null
};

/// Keys from `first` up to, not including, `last`.
struct KeySpan {
  Size first;
  Size last;
};

/// A group of queries, and the keys that pass by them.
struct Stream {
  Source q;  // at most panel_width rows
  Source k;
  float scale;
  const KeySpan* visible;  // one per query: no key outside is seen
  const KeySpan* spans;    // keys to go through: not empty, disjoint, in order
  Size span_count;
  /// May change the scores of a tile [keys x queries] whose row 0 is the key `first_key`; may be null.
  void (*adjust)(void* context, Size first_key, Target scores);
  void* context;
};

/// Where a stream's weights are pooled: bin b of n holds the keys j with floor(j · n / keys) = b.
struct Pooling {
  Size bins;
  Size keys;
  const Size* grid_row;  // one per query, not falling
  float* bin_greatest;   // working memory: [bins x panel_width]
  float* bin_sum;        // the same
  float* bin_count;      // the same, or null where allowed pairs need no counting
  float* grid_sum;       // [grid rows x bins], rows grid_stride apart; added to
  float* grid_greatest;
  float* grid_count;
  Size grid_stride;
};

struct KernelTable {
  const char* name;
  Size lanes;        // floats in one vector
  Size panel_width;  // outputs that one panel of a packed matrix holds; a multiple of lanes

  /// matrix: [outputs x inputs]. packed: panels of panel_width outputs, each [inputs x width]; the last one
  /// or two are narrower. Room for round_up(outputs, lanes) * inputs floats.
  void (*pack)(Source matrix, float* packed);
  /// out = finish(x · packedᵀ); out: [x.rows x outputs].
  void (*multiply_packed)(Source x, const float* packed, Finish finish, Target out);
  /// out = scale · q · kᵀ.
  void (*scores)(Source q, Source k, float scale, Target out);
  /// out = w · v.
  void (*weighted_sum)(Source w, Source v, Target out);

  /// Floats of scratch memory that pool and context need beside what Pooling names.
  Size (*stream_scratch)(Size head_size, Size value_size);
  /// Pools the weights softmax(scale · q · kᵀ) of a group of queries.
  void (*pool)(const Stream& stream, const Pooling& pooling, float* scratch);
  /// out = softmax(scale · q · kᵀ) · v.
  void (*context)(const Stream& stream, Source v, float* scratch, Target out);

  void (*softmax_rows)(Target s);
  void (*layer_norm)(Source x, const float* gain, const float* bias, float epsilon, Target y);
  void (*rms_norm)(Source x, const float* gain, float epsilon, Target y);

  void (*exp)(float* x, Size count);
  void (*tanh)(float* x, Size count);
  void (*relu)(float* x, Size count);
  void (*silu)(float* x, Size count);
  void (*gelu)(float* x, Size count);
  void (*gelu_tanh)(float* x, Size count);
};

extern const KernelTable baseline_kernels;
#if defined(__x86_64__)
extern const KernelTable v3_kernels;
extern const KernelTable v4_kernels;
#endif

/// The table in use. Throws: Error(usage) when ATTNSCOPE_ISA names none that this machine has.
const KernelTable& kernel_table();

}  // namespace attnscope::kernels
