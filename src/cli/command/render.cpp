// attnscope render: weights that are in a file, attnscope's own or another program's, to pictures.
#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/given_source.hpp"
#include "cli/map_pictures.hpp"
#include "cli/output_names.hpp"
#include "cli/preview.hpp"
#include "cli/shown_maps.hpp"
#include "cli/source_options.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/interrupt.hpp"
#include "core/utf8.hpp"
#include "core/word_list.hpp"

namespace attnscope::cli {
namespace {

class RenderJob final : public Job {
 public:
  explicit RenderJob(Options& options) {
    options.files(files_, "FILE…",
                  ".npy, .npz, .safetensors or .json: [queries, keys], heads or layers before them");
    options.group("Input");
    options.value("--array", array_, "NAME", "which array, where a file has several");
    options.value("--tokens", tokens_, "FILE",
                  "labels, one a line or a JSON list; of the rows, and of the columns");
    options.value("--key-tokens", key_tokens_, "FILE", "labels of the columns, where they are others");
    options.flag("--softmax", applies_softmax_, "the numbers are raw scores: make weights of them");
    options.flag("--strict", is_strict_,
                 "numbers that are not finite, or rows that do not sum to one, are errors");
    options.group("Output");
    options.value("-o,--out", out_, "FOLDER|FILE.png",
                  "where pictures go; a name that ends in .png for one picture");
    options.flag("--preview", previews_, "show the chosen heads, or the first that stands out, in the terminal too");
    options.flag("--all", draws_all_, "draw every head, not only those that stand out");
    heads_.declare(options);
    options.value("--threads", threads_, "N", "threads; 0 is one for each core", 0, 1024);
    pictures_.declare(options);
    options.example("attnscope render attention.npz", "what attnscope export wrote");
    options.example("attnscope render attn.npy --tokens tokens.txt -o attn.png", "one matrix to one picture");
    options.example("attnscope render scores.json --softmax --colours viridis", "raw scores");
  }

  void run(Terminal& terminal) override {
    if (files_.empty()) {
      throw Error(Error::Kind::usage, "no file to draw",
                  "attnscope render attention.npz; 'attnscope run' computes and draws");
    }
    GivenMapsOptions options{
        .array = array_,
        .values = applies_softmax_ ? GivenMapsOptions::Values::scores : GivenMapsOptions::Values::weights};
    if (!tokens_.empty()) options.query_labels = read_word_list(tokens_);
    if (!key_tokens_.empty()) options.key_labels = read_word_list(key_tokens_);
    SourceOptions threads;
    threads.threads = threads_;
    ThreadPool pool = threads.make_pool();
    for (const std::string& file : files_) {
      for (GivenMaps& given : read_maps(file, options)) {
        throw_if_interrupted();
        draw(terminal, to_text_maps(std::move(given)), pool);
      }
    }
    terminal.note("wrote " + printable(out_, 400) +
                  (is_one_picture() ? "" : "/ " + std::to_string(pictures_made_) + " files"));
  }

 private:
  bool is_one_picture() const { return out_.ends_with(".png"); }

  void warn(Terminal& terminal, const GivenText& given) const {
    for (const std::string& warning : given.warnings) {
      if (is_strict_) throw Error(Error::Kind::input, warning);
      terminal.warning(warning);
    }
  }

  void draw(Terminal& terminal, const GivenText& given, ThreadPool& pool) {
    warn(terminal, given);
    std::vector<LayerHead> chosen;
    if (heads_.is_given())
      chosen = choose_heads(heads_.layers, heads_.heads, given.info.layers, given.info.heads);
    const auto shown = draws_all_ ? Shown::all : Shown::standing_out;
    const std::vector<HeadFinding> standouts = heads_to_show(given.info, given.text);
    const auto drawn = maps_to_show(given.text, standouts, chosen, shown);
    const PictureContext context{.source = &given.info, .text = &given.text, .options = pictures_};
    if (previews_) {
      for (const SourcedMap* map : maps_to_preview(given.text, standouts, chosen)) {
        terminal.result(preview(context, *map, preview_window(terminal)));
      }
    }
    if (is_one_picture()) return draw_one(context, drawn);
    const std::filesystem::path folder = std::filesystem::path(out_) / folder_name(texts_++);
    create_folder(folder);
    const std::vector<PictureTask> tasks = picture_tasks(context, drawn);
    pool.run(static_cast<Index>(tasks.size()), [&](Index unit, Index) {
      const PictureTask& task = tasks[static_cast<std::size_t>(unit)];
      write_file(folder / task.name, task.bytes());
    });
    pictures_made_ += static_cast<Index>(tasks.size());
    terminal.note(terminal.bold(folder_name(texts_ - 1)) + "  " + printable(given.info.name, 200));
  }

  /// The only map, or the grid where there are several and none was chosen.
  void draw_one(const PictureContext& context, const std::vector<const SourcedMap*>& drawn) {
    if (texts_++ > 0)
      throw Error(Error::Kind::usage,
                  "--out " + printable(out_, 200) + " takes one picture, and there are several texts",
                  "name a folder");
    if (drawn.empty()) throw Error(Error::Kind::usage, "no map of the chosen heads is in the file");
    if (context.text->maps.size() > 1 && !heads_.is_given()) {
      return write_file(out_, grid_png(context, context.text->maps.front().kind));
    }
    if (drawn.size() > 1) {
      throw Error(Error::Kind::usage,
                  "--out " + printable(out_, 200) + " takes one picture, and " +
                      std::to_string(drawn.size()) + " heads are chosen",
                  "name a folder, or one head with --heads LAYER:HEAD");
    }
    write_file(out_, heatmap_png(context, *drawn.front()));
  }

  std::vector<std::string> files_;
  std::string array_;
  std::string tokens_;
  std::string key_tokens_;
  bool applies_softmax_ = false;
  bool is_strict_ = false;
  std::string out_ = "attnscope-out";
  bool draws_all_ = false;
  bool previews_ = false;
  HeadOptions heads_;
  Index threads_ = 0;
  PictureOptions pictures_;
  Index texts_ = 0;
  Index pictures_made_ = 0;
};

class Render final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<RenderJob>(options);
  }
  int rank() const override { return 20; }
};

const Registered<Command> registered{
    {{
         .name = "render",
         .summary = "weights in a file, attnscope's own or another program's, to pictures",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Render>(); }}};

}  // namespace
}  // namespace attnscope::cli
