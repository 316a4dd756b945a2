// A model as its plan and its opened files.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "models/checkpoint.hpp"
#include "models/model.hpp"
#include "models/stack.hpp"
#include "text/tokenizer.hpp"

namespace attnscope {

class Transformer final : public Model {
 public:
  /// Throws: as Model::load.
  explicit Transformer(Checkpoint checkpoint);
  ~Transformer() override;

  const ModelInfo& info() const override { return info_; }
  const Tokenizer* tokenizer() const override;
  void run(const ModelInput& input, const RunOptions& options,
           const std::function<void(const AttentionSite&)>& visit, ThreadPool& pool) const override;

 private:
  void check(const ModelInput& input, const RunOptions& options) const;

  mutable std::once_flag tokenizer_read_;  // read when first asked for: --ids and `inspect` do without
  mutable std::unique_ptr<const Tokenizer> tokenizer_;
  Checkpoint checkpoint_;
  Blueprint plan_;
  ModelInfo info_;
  Tensors tensors_;
  Stack stack_;
  std::optional<Stack> decoder_;
};

}  // namespace attnscope
