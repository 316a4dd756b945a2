// attnscope shapes: what the attention distributions of a model are like over some texts.
#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/model_source.hpp"
#include "cli/shapes_report.hpp"
#include "cli/source_options.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/interrupt.hpp"
#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

class ShapesJob final : public Job {
 public:
  explicit ShapesJob(Options& options) {
    input_.declare(options);
    options.group("Output");
    options.value("-o,--out", out_, "FOLDER", "where shapes.json and the pictures go");
    options.flag("--json", as_json_, "the figures on standard output, as JSON");
    source_.declare(options);
    recipe_.declare(options);
    pictures_.declare(options);
    options.example("attnscope shapes corpus.txt", "low rank, sparse, banded, sinks? by layer and head");
    options.example("attnscope shapes corpus.txt --normaliser sparsemax", "the same under another recipe");
  }

  void run(Terminal& terminal) override {
    const std::vector<InputText> texts = source_.read_texts(input_);
    const std::unique_ptr<MapSource> source = source_.open(recipe_);
    source->prepare(texts);
    SourceInfo info = source->info();
    info.roles = override_roles(info.roles, source_.dependency_head, source_.antecedent_head, info);
    ThreadPool pool = source_.make_pool();
    ShapesReport report{.source = &info, .texts = 0, .tokens = 0, .heads = {}};
    report.heads.resize(static_cast<std::size_t>(info.layers * info.heads));
    for (std::size_t index = 0; index < texts.size(); ++index) {
      throw_if_interrupted();
      terminal.progress("text", static_cast<Index>(index), static_cast<Index>(texts.size()));
      add(report, source->compute(texts[index], {.recipe = recipe_.text}, pool), pool);
    }
    terminal.clear_progress();
    write(terminal, report);
  }

 private:
  static void add(ShapesReport& report, const TextMaps& text, ThreadPool& pool) {
    std::vector<const Map*> maps;
    for (const SourcedMap& sourced : text.maps) {
      const Map& map = sourced.map;
      if (sourced.kind != AttentionSite::Kind::self || map.part != 0) continue;
      if (map.weights.rows() != map.weights.cols() || map.weights.rows() != text.queries.size()) {
        throw Error(Error::Kind::usage, "shapes: expected as many keys as queries, found " +
                                            std::to_string(map.weights.rows()) + " × " +
                                            std::to_string(map.weights.cols()));
      }
      if (has_signs(map.map_class)) {
        throw Error(Error::Kind::usage,
                    "shapes: the recipe makes weights below zero, which have no distribution");
      }
      maps.push_back(&map);
    }
    pool.run(static_cast<Index>(maps.size()), [&](Index unit, Index) {
      const Map& map = *maps[static_cast<std::size_t>(unit)];
      report.heads[static_cast<std::size_t>(map.layer * report.source->heads + map.head)].add(
          map.weights, text.queries.tokens);
    });
    ++report.texts;
    report.tokens += text.queries.size();
  }

  void write(Terminal& terminal, const ShapesReport& report) const {
    create_folder(out_);
    const std::filesystem::path folder = out_;
    write_file(folder / "shapes.png", shapes_png(report, pictures_));
    write_file(folder / "offsets.png", curve_png(report, Curve::offsets, pictures_));
    write_file(folder / "top-keys.png", curve_png(report, Curve::top_keys, pictures_));
    write_file(folder / "spectrum.png", curve_png(report, Curve::energy, pictures_));
    OutputFile file(folder / "shapes.json");
    JsonWriter json([&](std::string_view bytes) { file.write(bytes); });
    write_shapes(json, report);
    json.finish();
    file.commit();
    if (as_json_) {
      JsonWriter printed([&](std::string_view bytes) { terminal.result(bytes); });
      write_shapes(printed, report);
      printed.finish();
    } else {
      terminal.result(shapes_text(terminal, report));
    }
    terminal.note("wrote " + printable(out_, 400) + "/ 5 files");
  }

  InputOptions input_;
  SourceOptions source_;
  RecipeOptions recipe_;
  PictureOptions pictures_;
  std::string out_ = "attnscope-out";
  bool as_json_ = false;
};

class Shapes final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<ShapesJob>(options);
  }
  int rank() const override { return 35; }
};

const Registered<Command> registered{
    {{
         .name = "shapes",
         .summary = "what the attention distributions are like: low rank, sparse, banded, sinks",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Shapes>(); }}};

}  // namespace
}  // namespace attnscope::cli
