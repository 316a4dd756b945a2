// attnscope report: one page to look around in, that needs no network and no other file.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/given_source.hpp"
#include "cli/map_pictures.hpp"
#include "cli/model_source.hpp"
#include "cli/shown_maps.hpp"
#include "cli/source_options.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/interrupt.hpp"
#include "core/utf8.hpp"
#include "export/report_page.hpp"

namespace attnscope::cli {
namespace {

constexpr Index most_cells = 512;           // of a head that stands out, on a side
constexpr Index bytes_of_a_text = 16 << 20; // for its other heads
constexpr std::uint64_t heavy_page = std::uint64_t{64} << 20;

bool holds_weights(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  return ending == ".npz" || ending == ".npy" || ending == ".json" || ending == ".safetensors";
}

/// A number of cells at most `most` in which each holds the same number of tokens, but for the last.
Index even_cells(Index tokens, Index most) {
  if (tokens <= most) return most;
  const Index tokens_a_cell = (tokens + most - 1) / most;
  return (tokens + tokens_a_cell - 1) / tokens_a_cell;
}

class ReportJob final : public Job {
 public:
  explicit ReportJob(Options& options) {
    input_.declare(options);
    options.group("Output");
    options.value("-o,--out", out_, "FILE", "the page; '-' is standard output");
    options.value("--cells", cells_, "N",
                  "most rows and columns of a map, longer texts are pooled; 0: 512 for heads that stand out, "
                  "for the others what 16 MB a text allow",
                  0, 4096);
    options.value("--colours", colours_, "NAME", "a colour map ('attnscope list colour-map')");
    heads_.declare(options);
    source_.declare(options);
    recipe_.declare(options, false);
    options.values("--variant", variants_, "NAME", "a named recipe; several are shown, and subtracted, side by side");
    origins_.declare(options);
    options.flag("--replace", replaces_, "the recipe's output flows on through the model");
    options.example("attnscope report sentences.txt", "every head of every sentence in report.html");
    options.example("attnscope report sentences.txt --variant longformer -o longformer.html",
                    "the same model under another recipe");
    options.example("attnscope report sentences.txt --variant softmax --variant linformer:k=8",
                    "two recipes, of which one can be subtracted from the other");
    options.example("attnscope report plain.json other.npz", "weights that 'attnscope export' or another program wrote");
  }

  void run(Terminal& terminal) override {
    std::vector<std::string> weight_files;
    std::copy_if(input_.files.begin(), input_.files.end(), std::back_inserter(weight_files), holds_weights);
    std::erase_if(input_.files, holds_weights);
    OutputFile file(out_);
    ReportPage page(colour_maps(), [&file](std::string_view bytes) { file.write(bytes); });
    for (const std::string& one : weight_files) add_weights(terminal, page, one);
    if (weight_files.empty() || !input_.files.empty()) add_texts(terminal, page);
    page.finish();
    file.commit();
    if (file.written() > heavy_page) {
      terminal.warning("the page has " + std::to_string(file.written() >> 20U) +
                       " MB, which browsers open slowly: choose --heads, or fewer --cells");
    }
    terminal.note("wrote " + (out_ == "-" ? "standard output" : printable(out_, 400)) + ", " +
                  std::to_string(texts_) + (texts_ == 1 ? " text, " : " texts, ") + size_text(file.written()));
  }

 private:
  static std::string size_text(std::uint64_t bytes) {
    constexpr std::uint64_t kilobyte = 1024;
    if (bytes < kilobyte * kilobyte) return std::to_string((bytes + kilobyte - 1) / kilobyte) + " kB";
    const std::uint64_t tenths = bytes * 10 / (kilobyte * kilobyte);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
  }

  PageColourMaps colour_maps() const {
    PageColourMaps maps;
    if (!colours_.empty()) maps.light = maps.dark = colours_;
    return maps;
  }

  void add_weights(Terminal& terminal, ReportPage& page, const std::string& file) {
    for (GivenMaps& maps : read_maps(file)) {
      throw_if_interrupted();
      GivenText given = to_text_maps(std::move(maps));
      for (const std::string& warning : given.warnings) terminal.warning(warning);
      add(page, given.info, given.text, given.source);
    }
  }

  void add_texts(Terminal& terminal, ReportPage& page) {
    const std::vector<InputText> texts = source_.read_texts(input_);
    const std::optional<InputText> against = input_.read_against();
    const std::unique_ptr<MapSource> source = source_.open(recipe_);
    source->prepare(texts);
    SourceInfo info = source->info();
    info.roles = override_roles(info.roles, source_.dependency_head, source_.antecedent_head, info);
    ThreadPool pool = source_.make_pool();
    MapRequest request{.recipe = recipe_.text,
                       .origins = origins_,
                       .against = against ? &*against : nullptr,
                       .replaces = replaces_};
    if (variants_.empty()) variants_.emplace_back();
    for (std::size_t index = 0; index < texts.size(); ++index) {
      for (const std::string& variant : variants_) {
        throw_if_interrupted();
        terminal.progress("text", static_cast<Index>(index), static_cast<Index>(texts.size()));
        request.recipe.variant = variant;
        add(page, info, source->compute(texts[index], request, pool), texts[index].source);
      }
    }
  }

  void add(ReportPage& page, const SourceInfo& info, const TextMaps& text, const std::string& source) {
    PageText shown{.name = info.name,
                   .model = info.facts,
                   .recipe = text.recipe,
                   .source = source,
                   .text = shown_text(text),
                   .layers = info.layers,
                   .heads = info.heads,
                   .has_layers = info.has_layers,
                   .maps = {}};
    const std::vector<HeadFinding> findings = findings_of(text);
    const std::vector<HeadFinding> standouts = heads_to_show(info, text);
    std::vector<LayerHead> chosen;
    if (heads_.is_given()) chosen = choose_heads(heads_.layers, heads_.heads, info.layers, info.heads);
    const auto drawn = maps_to_show(text, standouts, chosen, Shown::all);
    const auto finding_of = [](const std::vector<HeadFinding>& all, const Map& map) {
      return std::find_if(all.begin(), all.end(), [&map](const HeadFinding& one) {
        return one.layer == map.layer && one.head == map.head;
      });
    };
    for (const SourcedMap* sourced : drawn) {
      const Map& map = sourced->map;
      PageMap one{.map = &map,
                  .kind = std::string(name_of(sourced->kind)),
                  .queries = &query_tokens(text, sourced->kind),
                  .keys = &key_tokens(text, sourced->kind)};
      if (const HeadRole* role = role_of(info, sourced->kind, {map.layer, map.head})) {
        one.role = role->role;
        one.note = role->note;
      }
      const auto finding = finding_of(findings, map);
      if (sourced->kind == AttentionSite::Kind::self && finding != findings.end()) {
        one.shape = std::string(name_of(finding->shape.kind));
        one.finding = describe(finding->shape, text.queries.tokens);
        one.stands_out = finding_of(standouts, map) != standouts.end();
      }
      one.most_cells = cells_for(map, one.stands_out, static_cast<Index>(drawn.size()));
      shown.maps.push_back(std::move(one));
    }
    page.add(shown);
    ++texts_;
  }

  Index cells_for(const Map& map, bool stands_out, Index maps) const {
    const Index longest = std::max(map.weights.rows(), map.weights.cols());
    if (cells_ > 0) return even_cells(longest, cells_);
    const auto affordable = static_cast<Index>(std::sqrt(static_cast<double>(bytes_of_a_text * 3 / 8 / maps)));
    return even_cells(longest, stands_out ? most_cells : std::clamp<Index>(affordable, 16, most_cells));
  }

  InputOptions input_;
  SourceOptions source_;
  HeadOptions heads_;
  RecipeOptions recipe_;
  Origins origins_;
  std::string out_ = "report.html";
  std::string colours_;
  bool replaces_ = false;
  std::vector<std::string> variants_;
  Index cells_ = 0;
  Index texts_ = 0;
};

class Report final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<ReportJob>(options);
  }
  int rank() const override { return 20; }
};

const Registered<Command> registered{
    {{
         .name = "report",
         .summary = "sentences or weights to one page to look around in, offline",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Report>(); }}};

}  // namespace
}  // namespace attnscope::cli
