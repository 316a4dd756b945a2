// One page that shows maps and needs nothing but a browser: no network, no other file.
//
// Text of the input reaches the page as JSON in a data block and from there as text content, never as markup: see
// append_quoted. The page's policy allows the one script and the one style that it was written with, by their hashes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "attention/engine.hpp"
#include "export/attention_json.hpp"
#include "text/tokens.hpp"

namespace attnscope {

/// One map of a page. What it points to must live until `add` returns.
struct PageMap {
  const Map* map = nullptr;
  std::string kind = "self";               ///< "self", "decoder", "cross"
  const TokenizedText* queries = nullptr;  ///< tokens of the rows
  const TokenizedText* keys = nullptr;     ///< tokens of the columns; may be the queries' own
  std::string role = {};
  std::string note = {};
  std::string shape = {};    ///< "diagonal", "sink", "links", "broad", "mixed"; empty where it was not judged
  std::string finding = {};  ///< "previous token 0.98"
  bool stands_out = false;
  Index most_cells = 512;  ///< rows and columns beyond this many are pooled by mean, and the page says so
};

/// One text, under one model and recipe.
struct PageText {
  std::string name;  ///< of the model or file
  Facts model;
  Facts recipe;
  std::string source;  ///< file and line
  std::string text;
  Index layers = 1;
  Index heads = 1;
  bool has_layers = true;
  std::vector<PageMap> maps;
};

/// Names of colour maps.
struct PageColourMaps {
  std::string light = "ink";
  std::string dark = "glow";
  std::string signed_light = "blue-red";
  std::string signed_dark = "blue-red-dark";
};

/// Weights as 16-bit numbers, little-endian, row by row: code c is least + c / 65533 · (most - least), 65534 a value
/// that is not finite, 65535 a pair that the pattern excludes.
struct PackedMap {
  Index rows = 0;
  Index cols = 0;
  double least = 0.0;  ///< at most 0
  double most = 0.0;   ///< at least 0
  std::vector<std::uint8_t> bytes;
};

/// Pooled by mean to at most `most_cells` rows and columns. Error: at most (most - least) / 131066 per value.
PackedMap pack_map(const Map& map, Index most_cells);

/// Bytes that a map of so many cells takes in a page.
Index packed_size(Index rows, Index cols);

/// Writes a page, text by text; bytes go to `sink` in chunks.
class ReportPage {
 public:
  /// Throws: Error(usage) for a colour map that does not exist.
  ReportPage(const PageColourMaps& colours, JsonWriter::Sink sink);
  void add(const PageText& text);
  /// Ends the page.
  void finish();

 private:
  JsonWriter::Sink sink_;
  JsonWriter json_;
  std::string rest_;
};

}  // namespace attnscope
