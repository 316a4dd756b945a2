// attnscope inspect: what a model or a file of arrays holds, and whether it can be used. Headers are read, no
// weights.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "export/json_writer.hpp"
#include "export/readers/array_format.hpp"
#include "models/locate.hpp"
#include "models/model.hpp"
#include "models/weight_format/weights.hpp"
#include "text/tokenizer.hpp"

namespace attnscope::cli {
namespace {

constexpr Index name_width = 16;

std::string line(std::string_view what, const std::string& found) {
  const auto width = static_cast<std::size_t>(name_width);
  return "  " + std::string(what) + std::string(what.size() < width ? width - what.size() : 1, ' ') + found +
         "\n";
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kilobyte = 1000;
  if (bytes < kilobyte) return std::to_string(bytes) + " bytes";
  const char* unit = "kB";
  double size = static_cast<double>(bytes) / 1e3;
  for (const char* next : {"MB", "GB", "TB"}) {
    if (size < 1e3) break;
    size /= 1e3;
    unit = next;
  }
  std::string text(32, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.3g %s", size, unit)));
  return text;
}

/// What a model says of itself, or why it cannot be used.
struct Verdict {
  std::unique_ptr<const Model> model;
  std::string fault;
  std::string hint;
  std::string tokenizer = "none; give token ids with --ids";
};

Verdict judge(const std::filesystem::path& path) {
  Verdict verdict;
  try {
    verdict.model = Model::load(path);
  } catch (const Error& error) {
    verdict.fault = error.what();
    verdict.hint = error.hint();
    return verdict;
  }
  try {
    if (const Tokenizer* tokenizer = verdict.model->tokenizer()) verdict.tokenizer = tokenizer->describe();
  } catch (const Error& error) {
    verdict.tokenizer = std::string("cannot be used: ") + error.what();
  }
  return verdict;
}

/// "F16 104, F32 2": how many tensors there are of each type.
std::string dtype_text(const Weights& weights) {
  std::map<std::string, Index> counts;
  for (const Tensor& tensor : weights.tensors()) ++counts[tensor.dtype];
  std::string text;
  for (const auto& [dtype, count] : counts) {
    text += (text.empty() ? "" : ", ") + printable(dtype, 40) + " " + std::to_string(count);
  }
  return text.empty() ? "none" : text;
}

std::uint64_t all_bytes(const Weights& weights) {
  std::uint64_t bytes = 0;
  for (const Tensor& tensor : weights.tensors()) bytes += tensor.bytes;
  return bytes;
}

void print_model(Terminal& terminal, const ModelInfo& info) {
  std::string layers = std::to_string(info.layers);
  if (info.decoder_layers > 0) layers += ", and " + std::to_string(info.decoder_layers) + " of a decoder";
  std::string heads = std::to_string(info.heads) + " a layer, of size " + std::to_string(info.head_size);
  if (info.key_value_heads != info.heads)
    heads += ", sharing " + std::to_string(info.key_value_heads) + " key heads";
  terminal.result(line("architecture", printable(info.model_type) + (info.is_causal ? ", causal" : "")));
  terminal.result(line("layers", layers));
  terminal.result(line("heads", heads));
  terminal.result(line("width", std::to_string(info.width)));
  terminal.result(line("vocabulary", std::to_string(info.vocabulary_size)));
  if (info.most_positions > 0) terminal.result(line("positions", std::to_string(info.most_positions)));
  for (const HeadRole& role : info.roles) {
    terminal.result(line("role", printable(role.role) + ": layer " + std::to_string(role.layer) + " head " +
                                     std::to_string(role.head)));
  }
  if (info.unused_keys.empty()) return;
  std::string keys;
  for (const std::string& key : info.unused_keys) keys += (keys.empty() ? "" : ", ") + printable(key, 60);
  terminal.result(line("not read", "config.json: " + keys));
}

void print_tensors(Terminal& terminal, const Weights& weights) {
  std::size_t widest = 0;
  for (const Tensor& tensor : weights.tensors()) widest = std::max(widest, printable(tensor.name).size());
  terminal.result("\n" + terminal.bold("tensors") + "\n");
  for (const Tensor& tensor : weights.tensors()) {
    const std::string name = printable(tensor.name);
    const std::string dtype = printable(tensor.dtype, 12);
    terminal.result("  " + name + std::string(widest - name.size() + 2, ' ') + dtype +
                    std::string(dtype.size() < 8 ? 8 - dtype.size() : 1, ' ') + shape_text(tensor.shape) +
                    (tensor.type == nullptr ? "  cannot be used" : "") + "\n");
  }
  if (weights.metadata().values().empty()) return;
  terminal.result("\n" + terminal.bold("metadata") + "\n");
  for (const auto& [key, value] : weights.metadata().values()) {
    terminal.result("  " + printable(key) + " = " + metadata_text(value) + "\n");
  }
}

void print(Terminal& terminal, const LocatedModel& located, const Weights& weights, const Verdict& verdict) {
  terminal.result(terminal.bold(printable(located.name)) + "\n");
  terminal.result(line("path", shown_path(weights.path())));
  terminal.result(
      line("format", std::string(weights.format()) + ", " + size_text(all_bytes(weights)) + " of weights"));
  terminal.result(line("tensors", dtype_text(weights)));
  if (verdict.model != nullptr) {
    print_model(terminal, verdict.model->info());
    terminal.result(line("tokenizer", verdict.tokenizer));
    terminal.result(line("can be used", "yes"));
  } else {
    terminal.result(line("can be used", "no: " + verdict.fault));
    if (!verdict.hint.empty()) terminal.result(line("", "hint: " + verdict.hint));
  }
  print_tensors(terminal, weights);
}

void write_model(JsonWriter& json, const ModelInfo& info) {
  json.key("model");
  json.begin_object();
  json.member("type", info.model_type);
  json.member("layers", info.layers);
  json.member("decoder_layers", info.decoder_layers);
  json.member("heads", info.heads);
  json.member("key_value_heads", info.key_value_heads);
  json.member("head_size", info.head_size);
  json.member("width", info.width);
  json.member("vocabulary_size", info.vocabulary_size);
  json.member("most_positions", info.most_positions);
  json.member("is_causal", info.is_causal);
  json.key("roles");
  json.begin_array();
  for (const HeadRole& role : info.roles) {
    json.begin_object();
    json.member("role", role.role);
    json.member("layer", role.layer);
    json.member("head", role.head);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

void print_json(Terminal& terminal, const LocatedModel& located, const Weights& weights,
                const Verdict& verdict) {
  JsonWriter json([&](std::string_view bytes) { terminal.result(bytes); });
  json.begin_object();
  json.member("name", located.name);
  json.member("path", weights.path().string());
  json.member("format", weights.format());
  json.member("bytes", static_cast<Index>(all_bytes(weights)));
  json.member("can_be_used", verdict.model != nullptr);
  if (verdict.model != nullptr) {
    write_model(json, verdict.model->info());
    json.member("tokenizer", verdict.tokenizer);
  } else {
    json.member("fault", verdict.fault);
    json.member("hint", verdict.hint);
  }
  json.key("tensors");
  json.begin_array();
  for (const Tensor& tensor : weights.tensors()) {
    json.begin_object();
    json.member("name", tensor.name);
    json.member("dtype", tensor.dtype);
    json.key("shape");
    json.row(tensor.shape);
    json.member("bytes", static_cast<Index>(tensor.bytes));
    json.member("can_be_used", tensor.type != nullptr);
    json.end_object();
  }
  json.end_array();
  json.key("metadata");
  json.begin_object();
  for (const auto& [key, value] : weights.metadata().values()) json.member(key, metadata_text(value));
  json.end_object();
  json.end_object();
  json.finish();
}

bool is_array_file(const std::filesystem::path& path) {
  return path.extension() == ".npy" || path.extension() == ".npz";
}

void print_arrays(Terminal& terminal, const std::filesystem::path& path, const ArrayFile& file) {
  terminal.result(terminal.bold(shown_path(path)) + "\n");
  for (const ArrayFile::Entry& entry : file.entries()) {
    terminal.result(
        line(printable(entry.name, 60), shape_text(entry.shape) + (entry.is_text ? "  texts" : "")));
  }
}

class InspectJob final : public Job {
 public:
  explicit InspectJob(Options& options) {
    options.word(model_, "MODEL", "a folder, a weight file, or a name as --model takes it",
                 Options::Need::optional);
    options.flag("--json", as_json_, "as JSON");
    options.example("attnscope inspect", "the built-in model");
    options.example("attnscope inspect llama.gguf",
                    "architecture, sizes, every tensor; quick for files of any size");
  }

  void run(Terminal& terminal) override {
    const LocatedModel located = locate_model(model_);
    if (is_array_file(located.path)) return print_arrays(terminal, located.path, *open_arrays(located.path));
    const auto weights = open_weights(located.path);
    const Verdict verdict = judge(located.path);
    as_json_ ? print_json(terminal, located, *weights, verdict) : print(terminal, located, *weights, verdict);
  }

 private:
  std::string model_ = "mini";
  bool as_json_ = false;
};

class Inspect final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<InspectJob>(options);
  }
  int rank() const override { return 70; }
};

const Registered<Command> registered{
    {{
         .name = "inspect",
         .summary = "what is in a model or weight file, and whether it can be used",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Inspect>(); }}};

}  // namespace
}  // namespace attnscope::cli
