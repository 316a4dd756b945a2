// Where maps come from: a model, a table of embeddings, or given matrices. Commands see only this.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attention/engine.hpp"
#include "cli/head_choice.hpp"
#include "cli/origins.hpp"
#include "export/attention_json.hpp"
#include "models/model.hpp"
#include "text/tokens.hpp"

namespace attnscope::cli {

/// A text to show, and where it was read.
struct InputText {
  std::string text;
  std::string second_text = {};  ///< of a pair, or the target of an encoder-decoder model
  std::string source = {};       ///< "english.txt:3"
  std::vector<Index> ids = {};   ///< token ids in the place of a text
};

/// A map, and which attention of the model it is of.
struct SourcedMap {
  Map map;
  AttentionSite::Kind kind = AttentionSite::Kind::self;
};

/// All maps of one text.
struct TextMaps {
  TokenizedText queries;
  std::optional<TokenizedText> keys;    ///< where the keys are other tokens
  std::optional<TokenizedText> target;  ///< the decoder's tokens, for encoder-decoder models
  std::vector<SourcedMap> maps;         ///< by kind, layer, head
  Facts recipe;                         ///< the stages that made them
  std::vector<Parameters::Use> parameters;
  Facts long_text = {};  ///< how a text was taken that is longer than the model's positions; else empty

  /// Null where that head was not computed.
  const SourcedMap* find(LayerHead head, AttentionSite::Kind kind = AttentionSite::Kind::self) const;
};

struct SourceInfo {
  std::string name;  ///< short, for titles
  Facts facts;       ///< for the JSON and the provenance in pictures
  Index layers = 1;
  Index heads = 1;
  bool has_layers = true;  ///< false where there is nothing but heads (given matrices, embeddings)
  std::vector<HeadRole> roles;
};

/// What is asked of a source for each text.
struct MapRequest {
  RecipeText recipe = {};                              ///< empty: the model's own attention
  Origins origins = {};                ///< of Q, K and V
  const InputText* against = nullptr;  ///< the text that keys and values come from, or null
  bool replaces = false;                               ///< the recipe's output flows on through the model
  std::function<bool(LayerHead head)> is_wanted = {};  ///< empty: all
};

/// Thread safety: one call at a time.
class MapSource {
 public:
  virtual ~MapSource() = default;
  virtual const SourceInfo& info() const = 0;
  /// Told once of all texts before the first is computed, for sources that read a file for them.
  virtual void prepare(std::span<const InputText> /*texts*/) {}
  /// Throws: Error.
  virtual TextMaps compute(const InputText& text, const MapRequest& request, ThreadPool& pool) = 0;
  /// Calls visit for each attention of the text, with Q, K and V: for commands that compute more than maps.
  virtual void visit(const InputText& text, const MapRequest& request,
                     const std::function<void(const AttentionSite& site)>& visit, ThreadPool& pool) = 0;
};

}  // namespace attnscope::cli
