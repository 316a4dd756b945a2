// attnscope export: the weights as numbers for other programs.
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/document.hpp"
#include "cli/output_names.hpp"
#include "cli/source_options.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/interrupt.hpp"
#include "core/npy.hpp"
#include "core/utf8.hpp"
#include "core/zip_archive.hpp"

namespace attnscope::cli {
namespace {

/// "weights_3" for models with one stack, else "encoder_weights_3", "decoder_weights_3", "cross_weights_3".
std::string array_name(const TextMaps& text, AttentionSite::Kind kind, Index index) {
  const std::string number = std::to_string(index);
  if (!text.target) return "weights_" + number;
  return (kind == AttentionSite::Kind::self ? "encoder" : std::string(name_of(kind))) + "_weights_" + number;
}

Matrix mean_of(const std::vector<const SourcedMap*>& maps) {
  DoubleMatrix sum(maps.front()->map.weights.rows(), maps.front()->map.weights.cols());
  for (const SourcedMap* map : maps) {
    for (Index place = 0; place < sum.size(); ++place) {
      sum.numbers()[static_cast<std::size_t>(place)] +=
          static_cast<double>(map->map.weights.numbers()[static_cast<std::size_t>(place)]);
    }
  }
  for (double& number : sum.numbers()) number /= static_cast<double>(maps.size());
  return to_float(sum);
}

class ExportJob final : public Job {
 public:
  explicit ExportJob(Options& options) {
    input_.declare(options);
    options.group("Output");
    options.choice("--format", format_, {"npz", "json"}, "one archive of arrays, or a JSON document a text");
    options.value("-o,--out", out_, "PATH",
                  "attention.npz, or for JSON a folder (attnscope-out); '-' is standard output");
    options.choice("--aggregate", aggregate_, {"none", "mean"},
                   "mean: one map a text, over the chosen layers and heads");
    options.value("--digits", digits_, "N", "fixed decimals in JSON; shortest exact if left out", 1, 9);
    heads_.declare(options);
    source_.declare(options);
    recipe_.declare(options);
    origins_.declare(options);
    options.flag("--replace", replaces_, "the recipe's output flows on through the model");
    options.example("attnscope export sentences.txt", "all weights of all texts in attention.npz");
    options.example("attnscope export sentences.txt --format json -o - --heads 4:0", "one head as JSON");
    options.example("attnscope export --q Q.npy --k K.npy --normaliser sparsemax",
                    "maps of given queries and keys");
  }

  void run(Terminal& terminal) override {
    const std::vector<InputText> texts = source_.read_texts(input_);
    const std::optional<InputText> against = input_.read_against();
    const std::unique_ptr<MapSource> source = source_.open(recipe_);
    source->prepare(texts);
    const SourceInfo& info = source->info();
    const std::vector<LayerHead> chosen = choose_heads(heads_.layers, heads_.heads, info.layers, info.heads);
    const std::set<LayerHead> wanted(chosen.begin(), chosen.end());
    if (format_ == "npz") check_rectangle(chosen);
    ThreadPool pool = source_.make_pool();
    MapRequest request{.recipe = recipe_.text,
                       .origins = origins_,
                       .against = against ? &*against : nullptr,
                       .replaces = replaces_};
    request.is_wanted = [&wanted](LayerHead head) { return wanted.count(head) > 0; };
    open_output(info, chosen);
    for (std::size_t index = 0; index < texts.size(); ++index) {
      throw_if_interrupted();
      terminal.progress("text", static_cast<Index>(index), static_cast<Index>(texts.size()));
      const TextMaps text = source->compute(texts[index], request, pool);
      if (!text.long_text.empty()) terminal.note(texts[index].source + ": " + long_text_note(text));
      if (format_ == "npz") {
        add_arrays(text, info, static_cast<Index>(index));
      } else {
        write_document(terminal, info, texts[index], text, static_cast<Index>(index));
      }
    }
    if (archive_) {
      archive_->finish();
      file_->commit();
    }
    terminal.note("wrote " + (out_ == "-" ? "standard output" : printable(out_, 400)) + ", " +
                  std::to_string(texts.size()) + (texts.size() == 1 ? " text" : " texts"));
  }

 private:
  /// An array has a rectangle of layers and heads.
  static void check_rectangle(const std::vector<LayerHead>& chosen) {
    std::set<Index> layers;
    std::set<Index> heads;
    for (const LayerHead& one : chosen) {
      layers.insert(one.layer);
      heads.insert(one.head);
    }
    if (layers.size() * heads.size() == chosen.size()) return;
    throw Error(Error::Kind::usage,
                "--heads names single heads, which do not fill an array of layers × heads",
                "choose with --layers and --heads, or use --format json");
  }

  void open_output(const SourceInfo& info, const std::vector<LayerHead>& chosen) {
    if (format_ == "json") {
      if (out_.empty()) out_ = "attnscope-out";
      if (out_ != "-") create_folder(out_);
      return;
    }
    if (out_.empty()) out_ = "attention.npz";
    if (std::filesystem::path(out_).extension() == ".json") {
      throw Error(Error::Kind::usage,
                  "--out " + printable(out_, 400) + ": --format npz writes one archive of arrays",
                  "--format json writes a folder of JSON documents, or '-o -' to standard output");
    }
    file_ = std::make_unique<OutputFile>(out_);
    archive_ = std::make_unique<ZipWriter>(*file_);
    std::set<std::int64_t> layers;
    std::set<std::int64_t> heads;
    for (const LayerHead& one : chosen) {
      layers.insert(one.layer);
      heads.insert(one.head);
    }
    layer_count_ = static_cast<Index>(layers.size());
    head_count_ = static_cast<Index>(heads.size());
    if (info.has_layers) add_wholes("layers", {layers.begin(), layers.end()});
    add_wholes("heads", {heads.begin(), heads.end()});
  }

  void add_wholes(std::string_view name, const std::vector<std::int64_t>& numbers) {
    const std::vector<Index> shape{static_cast<Index>(numbers.size())};
    add_npy(*archive_, name, shape, numbers);
  }

  void add_arrays(const TextMaps& text, const SourceInfo& info, Index index) {
    std::map<AttentionSite::Kind, std::vector<const SourcedMap*>> by_kind;
    for (const SourcedMap& map : text.maps) {
      if (map.map.part == 0) by_kind[map.kind].push_back(&map);
    }
    for (const auto& [kind, maps] : by_kind) {
      const std::string name = array_name(text, kind, index);
      const Index queries = maps.front()->map.weights.rows();
      const Index keys = maps.front()->map.weights.cols();
      if (aggregate_ == "mean") {
        const std::vector<Index> shape{queries, keys};
        add_npy(*archive_, name, shape, mean_of(maps).numbers());
        continue;
      }
      std::vector<Index> shape{head_count_, queries, keys};
      if (info.has_layers) shape.insert(shape.begin(), static_cast<Index>(maps.size()) / head_count_);
      begin_npy(*archive_, name, shape);
      for (const SourcedMap* map : maps) archive_->write(std::as_bytes(map->map.weights.numbers()));
      archive_->end();
    }
  }

  void write_document(Terminal& terminal, const SourceInfo& info, const InputText& input,
                      const TextMaps& text, Index index) const {
    if (aggregate_ != "none") throw Error(Error::Kind::usage, "--aggregate goes with --format npz");
    std::vector<const SourcedMap*> maps;
    for (const SourcedMap& map : text.maps) maps.push_back(&map);
    const DocumentContext context{
        .source = &info,
        .input = &input,
        .text = &text,
        .text_index = index,
        .settings = {{"seed", std::to_string(recipe_.seed)}, {"replace", replaces_ ? "yes" : "no"}}};
    const NumberStyle style{.decimals = static_cast<int>(digits_)};
    const AttentionDocument document = make_document(context, maps);
    if (out_ == "-") {
      write_attention_json(document, style, [&terminal](std::string_view bytes) { terminal.result(bytes); });
      return;
    }
    const std::filesystem::path folder = std::filesystem::path(out_) / folder_name(index);
    create_folder(folder);
    OutputFile file(folder / "attention.json");
    write_attention_json(document, style, [&file](std::string_view bytes) { file.write(bytes); });
    file.commit();
  }

  InputOptions input_;
  SourceOptions source_;
  HeadOptions heads_;
  RecipeOptions recipe_;
  Origins origins_;
  std::string format_ = "npz";
  std::string out_;
  std::string aggregate_ = "none";
  bool replaces_ = false;
  Index digits_ = -1;
  Index layer_count_ = 0;
  Index head_count_ = 0;
  std::unique_ptr<OutputFile> file_;
  std::unique_ptr<ZipWriter> archive_;
};

class Export final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<ExportJob>(options);
  }
  int rank() const override { return 20; }
};

const Registered<Command> registered{
    {{
         .name = "export",
         .summary = "sentences to weights as npz or JSON, for other programs",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Export>(); }}};

}  // namespace
}  // namespace attnscope::cli
