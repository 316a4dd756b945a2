// WinoBias: sentences in which brackets mark who is meant and the pronoun.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "text/text_file.hpp"
#include "text/text_stretch.hpp"

namespace attnscope {

/// "[The developer] argued with the designer because [she] did not like the design."
struct WinoBiasExample {
  std::string text;                   ///< without brackets
  TextStretch person;                 ///< the mention that is no pronoun
  std::vector<TextStretch> pronouns;  ///< at least one
};

/// A sentence a line, after its number. Throws: Error(input) with file and line where the marked stretches
/// are not one person and at least one pronoun (he, him, his, she, her, hers, they, …).
std::vector<WinoBiasExample> read_winobias(const std::filesystem::path& path,
                                           InvalidUtf8 invalid = InvalidUtf8::refuse);

/// The same of text that is UTF-8; `name` stands for the file in errors.
std::vector<WinoBiasExample> parse_winobias(std::string_view text, const std::string& name);

}  // namespace attnscope
