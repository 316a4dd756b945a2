// The metadata entries of a GGUF file.
#pragma once

#include "models/weight_format/file_cursor.hpp"
#include "models/weight_format/metadata.hpp"

namespace attnscope {

/// Reads `count` entries at the cursor. `what` starts the messages. Throws: Error(input).
Metadata read_gguf_metadata(FileCursor& cursor, std::uint64_t count, const std::string& what);

}  // namespace attnscope
