// Attention that another program computed, or attnscope wrote earlier: maps with labels, ready to be shown.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attention/engine.hpp"
#include "text/tokens.hpp"

namespace attnscope {

/// One map of a file, and what the file says of it.
struct GivenMap {
  Map map;
  std::string kind = "self";  ///< "self", "decoder", "cross"
  std::string role = {};
  std::string note = {};
};

/// All maps of one text.
struct GivenMaps {
  std::string name;  ///< of the file, and of the array where the file has several texts
  Index layers = 1;  ///< of the model where the file says so, else those in the file
  Index heads = 1;
  bool has_layers = false;
  std::vector<GivenMap> maps;         ///< by layer, head and part
  TokenizedText queries;              ///< tokens of the rows; numbered from 0 where no labels were given
  std::optional<TokenizedText> keys;  ///< of the columns, where they are others
  std::optional<TokenizedText>
      target;          ///< the decoder's tokens: rows of "decoder" and "cross", columns of "decoder"
  std::string source;  ///< of the text, as attnscope's own files say it
  std::vector<std::pair<std::string, std::string>> model = {};   ///< facts of attnscope's own files
  std::vector<std::pair<std::string, std::string>> recipe = {};  ///< stage and choice
  std::vector<std::string> warnings = {};                        ///< sentences for the user
};

struct GivenMapsOptions {
  enum class Values { weights, scores };
  std::string array = {};                      ///< which of several arrays
  std::vector<std::string> query_labels = {};  ///< instead of those in the file
  std::vector<std::string> key_labels = {};    ///< the query labels where empty and the maps are square
  Values values = Values::weights;             ///< scores become weights by softmax
};

/// The maps of a .npy, .npz, .safetensors or .json file: [queries, keys], [heads, queries, keys] or [layers,
/// heads, queries, keys] (a batch axis of one after the layers is dropped), attnscope's own npz (weights_0,
/// weights_1, …) or JSON. One element a text. Labels are lists of texts in the file called tokens, labels,
/// query_tokens, key_tokens, left_text or right_text. Throws: Error(input) for another shape, labels that do
/// not fit, a missing array, a broken file.
std::vector<GivenMaps> read_maps(const std::filesystem::path& path, const GivenMapsOptions& options = {});

/// Fills in the class of each map from its numbers, and warns of numbers that are not finite and of rows that
/// do not sum to one. `what` starts the warnings.
void judge_values(GivenMaps& given, const std::string& what);

}  // namespace attnscope
