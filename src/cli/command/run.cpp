// attnscope run: sentences to attention to pictures and JSON, in one go.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/document.hpp"
#include "cli/map_pictures.hpp"
#include "cli/model_source.hpp"
#include "cli/output_names.hpp"
#include "cli/preview.hpp"
#include "cli/shown_maps.hpp"
#include "cli/source_options.hpp"
#include "cli/structure_pictures.hpp"
#include "cli/text_summary.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/interrupt.hpp"
#include "core/utf8.hpp"
#include "export/contact_sheet.hpp"

namespace attnscope::cli {
namespace {

class RunJob final : public Job {
 public:
  explicit RunJob(Options& options) {
    input_.declare(options);
    options.group("Output");
    options.value("-o,--out", out_, "FOLDER", "where pictures and JSON go");
    options.flag("--all", writes_all_, "draw and export every head, not only those that stand out");
    options.flag("--preview", previews_, "show the chosen heads, or the first that stands out, in the terminal too");
    options.choice("--format", format_, {"all", "png", "json"}, "what to write");
    options.value("--digits", digits_, "N", "fixed decimals in the JSON; shortest exact if left out", 1, 9);
    heads_.declare(options);
    source_.declare(options);
    recipe_.declare(options);
    origins_.declare(options);
    options.flag("--replace", replaces_, "the recipe's output flows on through the model");
    structure_.declare(options);
    pictures_.declare(options);
    options.example("attnscope run sentences.txt", "the built-in model, into attnscope-out/001, 002, …");
    options.example("echo 'She said that he saw her.' | attnscope run - --heads 5:0",
                    "one head of one sentence");
    options.example("attnscope run sentences.txt --variant longformer --normaliser sparsemax",
                    "the same model under another recipe");
  }

  void run(Terminal& terminal) override {
    const std::vector<InputText> texts =
        structure_.gives_texts() ? structure_.read_texts(input_.files) : source_.read_texts(input_);
    const std::optional<InputText> against = input_.read_against();
    const std::unique_ptr<MapSource> source = source_.open(recipe_);
    source->prepare(texts);
    SourceInfo info = source->info();
    info.roles = override_roles(info.roles, source_.dependency_head, source_.antecedent_head, info);
    if (heads_.is_given()) chosen_ = choose_heads(heads_.layers, heads_.heads, info.layers, info.heads);
    ThreadPool pool = source_.make_pool();
    create_folder(out_);
    for (std::size_t index = 0; index < texts.size(); ++index) {
      throw_if_interrupted();
      terminal.progress("text", static_cast<Index>(index), static_cast<Index>(texts.size()));
      const MapRequest request{.recipe = recipe_.text,
                               .origins = origins_,
                               .against = against ? &*against : nullptr,
                               .replaces = replaces_};
      show(terminal, info, texts[index], static_cast<Index>(index),
           source->compute(texts[index], request, pool), pool);
    }
    if (format_ != "json") {
      write_file(std::filesystem::path(out_) / "index.html", contact_sheet(sheet_));
      ++files_;
    }
    terminal.note("wrote " + printable(out_, 400) + "/ " + std::to_string(files_) + " files");
  }

 private:
  void show(Terminal& terminal, const SourceInfo& info, const InputText& input, Index index,
            const TextMaps& text, ThreadPool& pool) {
    const std::vector<HeadFinding> standouts = heads_to_show(info, text);
    const std::vector<const SourcedMap*> drawn =
        maps_to_show(text, standouts, chosen_, writes_all_ ? Shown::all : Shown::standing_out);
    const PictureContext context{.source = &info, .text = &text, .options = pictures_};
    const std::filesystem::path folder = std::filesystem::path(out_) / folder_name(index);
    create_folder(folder);
    std::vector<PictureTask> tasks =
        format_ != "json" ? picture_tasks(context, drawn) : std::vector<PictureTask>();
    if (format_ != "json") std::ranges::move(structure_.tasks(context, index, chosen_), std::back_inserter(tasks));
    pool.run(static_cast<Index>(tasks.size()), [&](Index unit, Index) {
      const PictureTask& task = tasks[static_cast<std::size_t>(unit)];
      write_file(folder / task.name, task.bytes());
    });
    if (format_ != "png") announce(terminal, folder, likely_bytes(drawn, digits_));
    if (format_ != "png") write_json(folder / "attention.json", info, input, index, text, drawn);
    add_to_sheet(folder_name(index), shown(text, input), tasks);
    files_ += static_cast<Index>(tasks.size()) + (format_ != "png" ? 1 : 0);
    terminal.note(terminal.bold(folder_name(index)) + "  " + printable(shown(text, input), 100) + "  " +
                  terminal.grey("(" + std::to_string(text.queries.size()) + " tokens)"));
    terminal.note_lines(summary_of(terminal, info, text, standouts));
    if (!text.long_text.empty()) terminal.note(folder_name(index) + "  " + long_text_note(text));
    report_overflows(terminal, text);
    if (!previews_) return;
    for (const SourcedMap* map : maps_to_preview(text, standouts, chosen_)) {
      terminal.result(preview(context, *map, preview_window(terminal)));
    }
  }

  void add_to_sheet(const std::string& name, std::string text, const std::vector<PictureTask>& tasks) {
    ContactEntry entry{.name = name, .text = std::move(text), .pictures = {}};
    for (const PictureTask& task : tasks) entry.pictures.push_back(name + "/" + task.name);
    if (format_ != "png") entry.numbers = name + "/attention.json";
    sheet_.push_back(std::move(entry));
  }

  /// Says the size of a large file before it is written.
  static void announce(Terminal& terminal, const std::filesystem::path& folder, std::uint64_t bytes) {
    constexpr std::uint64_t large = 100'000'000;
    if (bytes <= large) return;
    terminal.note(printable((folder / "attention.json").string(), 400) + " will take about " +
                  std::to_string(bytes / 1'000'000) + " MB; --digits, --layers and --heads make it smaller");
  }

  static std::string shown(const TextMaps& text, const InputText& input) {
    return input.ids.empty() ? text.queries.text : "token ids " + text.queries.text;
  }

  void write_json(const std::filesystem::path& path, const SourceInfo& info, const InputText& input,
                  Index index, const TextMaps& text, const std::vector<const SourcedMap*>& drawn) const {
    const DocumentContext context{
        .source = &info,
        .input = &input,
        .text = &text,
        .text_index = index,
        .settings = {{"seed", std::to_string(recipe_.seed)}, {"replace", replaces_ ? "yes" : "no"}}};
    OutputFile file(path);
    write_attention_json(make_document(context, drawn), {.decimals = static_cast<int>(digits_)},
                         [&file](std::string_view bytes) { file.write(bytes); });
    file.commit();
  }

  static void report_overflows(Terminal& terminal, const TextMaps& text) {
    for (const SourcedMap& map : text.maps) {
      if (map.map.overflows == 0) continue;
      terminal.warning("layer " + std::to_string(map.map.layer) + ", head " + std::to_string(map.map.head) +
                       ": " + std::to_string(map.map.overflows) + " scores are not finite");
    }
  }

  InputOptions input_;
  SourceOptions source_;
  HeadOptions heads_;
  RecipeOptions recipe_;
  Origins origins_;
  PictureOptions pictures_;
  StructurePictures structure_;
  std::string out_ = "attnscope-out";
  std::string format_ = "all";
  bool writes_all_ = false;
  bool replaces_ = false;
  bool previews_ = false;
  Index digits_ = -1;
  std::vector<LayerHead> chosen_;
  Index files_ = 0;
  std::vector<ContactEntry> sheet_;
};

class Run final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override { return std::make_unique<RunJob>(options); }
  int rank() const override { return 10; }
};

const Registered<Command> registered{
    {{
         .name = "run",
         .summary = "sentences to attention to pictures and JSON, in one go",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Run>(); }}};

}  // namespace
}  // namespace attnscope::cli
