// Coreference in columns: CoNLL-2012, LitBank, OntoGUM and what the reference scorer reads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "text/coreference.hpp"
#include "text/text_file.hpp"

namespace attnscope {

/// The documents of a file whose lines are words and whose last column holds brackets: "(3", "3)", "(3)",
/// joined by "|" or by nothing; "-", "_" or an empty column holds none. The word is the fourth column, or the
/// second of three (OntoGUM); two columns give no words. Part of speech is the fifth column of twelve or
/// more, unless it is all "-" or
/// "_". Throws: Error(input) with file and line for a closing bracket without its opening one and the other
/// way round.
std::vector<CoreferenceDocument> read_conll_coreference(const std::filesystem::path& path,
                                                        InvalidUtf8 invalid = InvalidUtf8::refuse);

/// The same of text that is UTF-8; `name` stands for the file in errors.
std::vector<CoreferenceDocument> parse_conll_coreference(std::string_view text, const std::string& name);

}  // namespace attnscope
