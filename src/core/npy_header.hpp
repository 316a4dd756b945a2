// The text header of .npy: a dictionary literal of Python, never evaluated.
#pragma once

#include <string>
#include <string_view>

#include "core/npy.hpp"

namespace attnscope {

/// Fills all of NpyHeader but data_begin. `what` starts the messages. Throws: Error(input);
/// Error(unsupported) for object arrays.
NpyHeader parse_npy_header(std::string_view text, const std::string& what);

}  // namespace attnscope
