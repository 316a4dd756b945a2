// Maps of a transformer.
#pragma once

#include <memory>
#include <string>

#include "attention/parameters.hpp"
#include "cli/long_texts.hpp"
#include "cli/source.hpp"

namespace attnscope::cli {

/// wanted: a folder, a file, "mini" or the id of a model in the local cache.
/// Throws: Error(input), Error(unsupported), Error(usage) for a window that the model cannot take.
std::unique_ptr<MapSource> open_model_source(const std::string& wanted, Parameters parameters,
                                             const LongTextOptions& long_texts);

/// The roles of a model with those that options give in their place: "6:5" for the dependency head, likewise
/// for the antecedent head; empty keeps what the model declares.
std::vector<HeadRole> override_roles(std::vector<HeadRole> roles, const std::string& dependency_head,
                                     const std::string& antecedent_head, const SourceInfo& info);

}  // namespace attnscope::cli
