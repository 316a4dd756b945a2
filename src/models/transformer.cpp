// Runs the stacks of a plan; the files stay open, and layers are read when they are first needed.
#include "models/transformer.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "models/architecture.hpp"
#include "models/gguf_vocabulary.hpp"
#include "models/model_info.hpp"

namespace attnscope {
namespace {

void check_ids(std::span<const Index> ids, Index vocabulary, const std::string& name) {
  for (const Index id : ids) {
    if (id >= 0 && id < vocabulary) continue;
    throw Error(Error::Kind::input,
                "token id " + std::to_string(id) + ": the model '" + name + "' has rows 0 to " +
                    std::to_string(vocabulary - 1),
                "tokenizer and model may not belong together");
  }
}

Index last_layer_of(const RunOptions& options, Index layers) {
  return options.last_layer < 0 ? layers - 1 : options.last_layer;
}

}  // namespace

std::string_view name_of(AttentionSite::Kind kind) {
  switch (kind) {
    case AttentionSite::Kind::self:
      return "self";
    case AttentionSite::Kind::decoder:
      return "decoder";
    case AttentionSite::Kind::cross:
      return "cross";
  }
  return {};
}

std::unique_ptr<const Model> Model::load(const std::filesystem::path& path) {
  return std::make_unique<Transformer>(open_checkpoint(path));
}

Transformer::Transformer(Checkpoint checkpoint)
    : checkpoint_(std::move(checkpoint)),
      plan_(plan_of(checkpoint_)),
      info_(model_info(checkpoint_, plan_)),
      tensors_(checkpoint_.tensors()),
      stack_(plan_.stack, tensors_, Stack::Role::encoder) {
  if (plan_.decoder) decoder_.emplace(*plan_.decoder, tensors_, Stack::Role::decoder);
}

Transformer::~Transformer() = default;

const Tokenizer* Transformer::tokenizer() const {
  const std::filesystem::path& path = checkpoint_.path;
  std::call_once(tokenizer_read_, [&] {
    tokenizer_ = tokenizer_of(checkpoint_.weights->metadata(), path.filename().string());
    if (tokenizer_) return;
    tokenizer_ = load_tokenizer(std::filesystem::is_directory(path) ? path : path.parent_path());
  });
  return tokenizer_.get();
}

void Transformer::check(const ModelInput& input, const RunOptions& options) const {
  check_ids(input.ids, info_.vocabulary_size, info_.name);
  check_ids(input.target, plan_.decoder ? plan_.decoder->embedding.vocabulary : 0, info_.name);
  const auto longest = static_cast<Index>(std::max(input.ids.size(), input.target.size()));
  if (info_.has_position_table && longest > info_.most_positions) {
    throw Error(Error::Kind::input,
                "the text has " + std::to_string(longest) + " tokens, the model '" + info_.name + "' takes " +
                    std::to_string(info_.most_positions),
                "--truncate cuts the text, --window slides a window over it");
  }
  if (!input.segments.empty() && input.segments.size() != input.ids.size()) {
    throw Error(Error::Kind::usage, "segments: expected one for each of " + std::to_string(input.ids.size()) +
                                        " tokens, found " + std::to_string(input.segments.size()));
  }
  for (const Index segment : input.segments) {
    if (segment >= 0 && segment < info_.segment_count) continue;
    throw Error(Error::Kind::usage, "segment " + std::to_string(segment) + ": the model '" + info_.name +
                                        "' has " + std::to_string(info_.segment_count));
  }
  const Index layers = input.target.empty() ? info_.layers : info_.decoder_layers;
  if (options.last_layer >= layers) {
    throw Error(Error::Kind::usage, "layer " + std::to_string(options.last_layer) +
                                        ": the model has layers 0 to " + std::to_string(layers - 1));
  }
}

void Transformer::run(const ModelInput& input, const RunOptions& options,
                      const std::function<void(const AttentionSite&)>& visit, ThreadPool& pool) const {
  check(input, options);
  if (input.ids.empty()) return;
  const bool has_target = !input.target.empty();
  const Stack::Input first{
      .ids = input.ids,
      .segments = input.segments,
      .last_layer = has_target ? info_.layers - 1 : last_layer_of(options, info_.layers),
      .finish = has_target ? Stack::Finish::all_states : Stack::Finish::last_site,
  };
  const Matrix states = stack_.run(first, options, visit, pool);
  if (!has_target) return;
  decoder_->run({.ids = input.target,
                 .encoder_states = &states,
                 .last_layer = last_layer_of(options, info_.decoder_layers)},
                options, visit, pool);
}

}  // namespace attnscope
