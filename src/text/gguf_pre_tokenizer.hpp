// How GGUF files of byte-level BPE say that a text is split into words: by a name.
#pragma once

#include <memory>
#include <string>

#include "text/parts.hpp"

namespace attnscope {

/// The expressions that the name stands for, each splitting what the ones before it left; then the alphabet
/// of bytes. Throws: Error(unsupported) for a name that is not known.
std::unique_ptr<const PreTokenizer> make_gguf_pre_tokenizer(const std::string& name,
                                                            const std::string& where);

}  // namespace attnscope
