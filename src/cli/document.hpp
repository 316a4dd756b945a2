// The JSON document of a text's maps.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/source.hpp"
#include "export/attention_json.hpp"

namespace attnscope::cli {

/// What a document says beside the maps.
struct DocumentContext {
  const SourceInfo* source = nullptr;
  const InputText* input = nullptr;
  const TextMaps* text = nullptr;
  Index text_index = 0;
  Facts settings = {};
};

/// Everything in the context must outlive the document.
AttentionDocument make_document(const DocumentContext& context, const std::vector<const SourcedMap*>& maps);

/// About how many bytes the document of these maps takes; decimals below 0 for shortest exact numbers.
std::uint64_t likely_bytes(const std::vector<const SourcedMap*>& maps, Index decimals);

}  // namespace attnscope::cli
