// The JSON of one text's attention. Schema: docs/attention.schema.json, explained in docs/formats.md.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attention/engine.hpp"
#include "export/json_writer.hpp"
#include "text/tokens.hpp"

namespace attnscope {

/// One map, and what is said of it beside its numbers.
struct ExportedMap {
  const Map* map = nullptr;
  std::string kind = "self";  ///< "self", "decoder", "cross"
  std::string role = {};      ///< "dependency", "antecedent" or empty
  std::string note = {};      ///< to be said wherever the map is shown, or empty
};

/// Name and value pairs, written in order.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// Everything that made the maps of one text.
struct AttentionDocument {
  Facts model;                   ///< name, type, …
  Index layers = 0;              ///< of the model
  Index heads = 0;
  Index text_index = 0;          ///< counts through all input files, from 0
  std::string text_source;       ///< file and line
  const TokenizedText* queries = nullptr;
  const TokenizedText* keys = nullptr;  ///< null where the keys are the queries' tokens
  Facts recipe;                  ///< stage and choice
  std::vector<Parameters::Use> parameters;
  Facts settings;                ///< other options that shaped the numbers
  std::vector<ExportedMap> maps;
};

/// Smallest and largest row sum, over rows that see a key; {0, 0} where none does.
std::pair<double, double> row_sum_range(const Map& map);

/// Streams the document; bytes go to `sink` in chunks.
void write_attention_json(const AttentionDocument& document, NumberStyle style, const JsonWriter::Sink& sink);

}  // namespace attnscope
