// The JSON document of a text's maps.
#pragma once

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

}  // namespace attnscope::cli
