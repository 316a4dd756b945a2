// A bound on how much longer a tokenizer's rules may make a text: rules come from files.
#pragma once

#include <cstddef>
#include <string>

namespace attnscope {

/// `where` names the rule. Throws: Error(input) when `after` bytes are far more than any real tokenizer makes
/// of `before`.
void check_growth(std::size_t before, std::size_t after, const std::string& where);

}  // namespace attnscope
