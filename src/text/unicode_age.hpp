// Which characters are newer than a version of Unicode that tokenizers are frozen to.
#pragma once

namespace attnscope {

/// Not yet assigned in Unicode 9.0: the published UnicodeScripts pre-tokenizer knows no script for it.
bool is_newer_than_unicode_9(char32_t point);

}  // namespace attnscope
