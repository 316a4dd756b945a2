// attnscope compare: two or more variants on the same text, beside the model's own attention.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/comparison_report.hpp"
#include "cli/frontier_report.hpp"
#include "cli/map_comparison.hpp"
#include "cli/model_source.hpp"
#include "cli/output_names.hpp"
#include "cli/source_options.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/interrupt.hpp"
#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

/// One of each family that the literature offers for long texts.
const std::vector<std::string> usual_variants{"linformer:k=4",         "nystrom:landmarks=4",
                                              "performer:features=64", "clustered:clusters=4",
                                              "bigbird:block=1",       "top-k:keys=4"};

/// Where every variant with a budget is tried; no upper end goes up to the number of tokens.
const std::vector<std::string> usual_budgets{"linformer:k=1..",
                                             "nystrom:landmarks=1..",
                                             "performer:features=4..256",
                                             "clustered:clusters=1..",
                                             "improved-clustered:clusters=2,k=1..",
                                             "informer:factor=1..8",
                                             "isab:points=1..",
                                             "best-rank:k=1..",
                                             "top-k:keys=1..",
                                             "band:radius=1..",
                                             "bigbird:block=1..",
                                             "streaming:sinks=1,recent=1.."};

constexpr std::string_view figures_explained =
    "output: ‖(e−v)V‖/‖eV‖, Frobenius: ‖e−v‖/‖e‖, for exact e and variant v; KL: nats, a row's mean, ∞ where "
    "the\n"
    "variant leaves out a key; top-1: rows with the same strongest key; kept: exact weight on pairs that are "
    "not\n"
    "left out; rank: effective rank; FLOP and bytes: counted, from scores to output\n";

class CompareJob final : public Job {
 public:
  explicit CompareJob(Options& options) {
    input_.declare(options);
    options.group("What is compared");
    options.values("--variant", variants_, "NAME",
                   "laid over the model's own attention; may be repeated (one of each family if left out)");
    options.value("--between", between_, "4:0,5:0",
                  "heads of the model, each beside the first, in the place of variants");
    options.values("--with-model", other_models_, "NAME|PATH",
                   "the same heads of another model, in the place of variants; may be repeated");
    heads_.declare(options);
    options.group("Output");
    options.value("-o,--out", out_, "FOLDER", "where pictures and compare.json go");
    options.flag("--json", as_json_, "the figures on standard output, as JSON");
    options.flag("--frontier", seeks_frontier_,
                 "loss against cost over budgets: --variant linformer:k=2..32 tries 2, 4, …, 32");
    options.choice("--loss", loss_, {"output", "frobenius", "kl"}, "what the frontier calls a loss");
    options.flag("--measure", measures_, "also measure the time of each variant here");
    source_.declare(options);
    options.value("--seed", recipe_.seed, "N", "for whatever is random", 0, 1'000'000'000);
    options.values("--set", recipe_.parameters, "PARAMETER=FILE", "a learned parameter of a variant");
    pictures_.declare(options);
    options.example("attnscope compare --variant linformer:k=4 --variant performer:features=64",
                    "two approximations of the built-in model on its own sentences");
    options.example("attnscope compare FILE --between 4:0,5:0,2:3", "three heads of one model");
    options.example("attnscope compare a.npz b.npz", "the maps of two files");
    options.example("attnscope compare FILE --frontier", "which variant loses least for what it costs");
    options.example("attnscope compare FILE --heads 4:0 --variant bigbird:block=2 --measure",
                    "one head, with the time that it takes");
  }

  void run(Terminal& terminal) override {
    check_options();
    ThreadPool pool = source_.make_pool();
    create_folder(out_);
    if (!input_.files.empty() && std::ranges::all_of(input_.files, holds_maps)) {
      const FileComparison files = compare_files(input_.files, pool);
      for (std::size_t index = 0; index < files.texts.size(); ++index)
        show(terminal, files.info, files.texts[index], static_cast<Index>(index), pool);
    } else {
      compare_texts(terminal, pool);
    }
    if (!as_json_ && !seeks_frontier_) terminal.result(terminal.grey(figures_explained));
    terminal.note("wrote " + printable(out_, 400) + "/ " + std::to_string(files_) + " files");
  }

 private:
  /// Variants, heads, models: one kind of thing at a time.
  void check_options() const {
    const int kinds = (variants_.empty() && !seeks_frontier_ ? 0 : 1) + (between_.empty() ? 0 : 1) +
                      (other_models_.empty() ? 0 : 1);
    if (kinds > 1)
      throw Error(Error::Kind::usage,
                  "--variant and --frontier, --between, and --with-model cannot be given together");
  }

  void compare_texts(Terminal& terminal, ThreadPool& pool) {
    const std::vector<InputText> texts = source_.read_texts(input_);
    std::vector<std::unique_ptr<MapSource>> sources;
    sources.push_back(source_.open(recipe_));
    for (const std::string& model : other_models_) {
      SourceOptions other = source_;
      other.model = model;
      sources.push_back(other.open(recipe_));
    }
    for (const auto& source : sources) source->prepare(texts);
    SourceInfo info = sources.front()->info();
    info.roles = override_roles(info.roles, source_.dependency_head, source_.antecedent_head, info);
    for (std::size_t index = 0; index < texts.size(); ++index) {
      throw_if_interrupted();
      terminal.progress("text", static_cast<Index>(index), static_cast<Index>(texts.size()));
      show(terminal, info, compared(sources, info, texts[index], pool), static_cast<Index>(index), pool);
    }
  }

  RecipeComparison compared(const std::vector<std::unique_ptr<MapSource>>& sources, const SourceInfo& info,
                            const InputText& text, ThreadPool& pool) const {
    if (!between_.empty()) {
      std::vector<LayerHead> heads;
      for (std::size_t at = 0;
           at <= between_.size();) {  // in the order given: the first is the one beside the others
        const std::size_t comma = std::min(between_.find(',', at), between_.size());
        for (const LayerHead head :
             choose_heads("", between_.substr(at, comma - at), info.layers, info.heads))
          heads.push_back(head);
        at = comma + 1;
      }
      return compare_heads(*sources.front(), text, heads, pool);
    }
    const std::vector<LayerHead> places = choose_heads(heads_.layers, heads_.heads, info.layers, info.heads);
    if (sources.size() > 1) return compare_models(sources, text, places, pool);
    const ComparisonRequest request{.variants = variants_for(*sources.front(), text, pool),
                                    .places = places,
                                    .skips_refused = variants_.empty() || seeks_frontier_,
                                    .measures = measures_,
                                    .with_rank = seeks_frontier_ ? WithRank::no : WithRank::yes};
    return compare_recipes(*sources.front(), text, request, pool);
  }

  void show(Terminal& terminal, const SourceInfo& info, const RecipeComparison& comparison, Index index,
            ThreadPool& pool) {
    const std::filesystem::path folder = std::filesystem::path(out_) / folder_name(index);
    create_folder(folder);
    const std::vector<std::size_t> drawn =
        seeks_frontier_ ? std::vector<std::size_t>{} : places_to_draw(info, comparison);
    pool.run(static_cast<Index>(drawn.size()), [&](Index unit, Index) {
      const std::size_t place = drawn[static_cast<std::size_t>(unit)];
      const std::string name = map_name(AttentionSite::Kind::self, comparison.places[place], 0);
      write_file(folder / ("compare-" + name + ".png"), comparison_png(info, comparison, place, pictures_));
    });
    const std::vector<FrontierPoint> points =
        seeks_frontier_ ? frontier_points(comparison, loss_) : std::vector<FrontierPoint>{};
    if (seeks_frontier_)
      write_file(folder / "frontier.png", frontier_png(info, comparison, points, loss_, pictures_));
    const auto write = [&](JsonWriter& json) {
      if (seeks_frontier_) {
        write_frontier(json, comparison, points);
      } else {
        write_comparison(json, info, comparison);
      }
      json.finish();
    };
    OutputFile file(folder / (seeks_frontier_ ? "frontier.json" : "compare.json"));
    JsonWriter json([&](std::string_view bytes) { file.write(bytes); });
    write(json);
    file.commit();
    files_ += static_cast<Index>(drawn.size()) + (seeks_frontier_ ? 2 : 1);
    if (as_json_) {
      JsonWriter printed([&](std::string_view bytes) { terminal.result(bytes); });
      return write(printed);
    }
    terminal.result(terminal.bold(folder_name(index)) + "  " + printable(shown_text(comparison.text), 100) +
                    "  " +
                    terminal.grey("(" + std::to_string(comparison.text.queries.size()) + " tokens, " +
                                  heads_text(comparison.places.size()) + ")") +
                    "\n" +
                    (seeks_frontier_ ? frontier_table(terminal, comparison, points, loss_)
                                     : comparison_table(terminal, comparison)));
    for (const ComparedRecipe& compared : comparison.recipes) {
      if (!compared.refusal.empty()) terminal.note("left out: " + compared.refusal);
    }
  }

  /// What was typed, or the usual ones; for a frontier with their budgets spread out.
  std::vector<std::string> variants_for(MapSource& source, const InputText& text, ThreadPool& pool) const {
    if (!seeks_frontier_) return variants_.empty() ? usual_variants : variants_;
    const MapRequest tokens_only{.is_wanted = [](LayerHead) { return false; }};
    const Index tokens = source.compute(text, tokens_only, pool).queries.size();
    std::vector<std::string> all;
    for (const std::string& typed : variants_.empty() ? usual_budgets : variants_) {
      const std::vector<std::string> expanded = expand_budgets(typed, tokens);
      all.insert(all.end(), expanded.begin(), expanded.end());
    }
    return all;
  }

  static std::string heads_text(std::size_t count) {
    return count == 1 ? "one head" : "means over " + std::to_string(count) + " heads";
  }

  /// The chosen heads where they are few, else those with a role, else the first.
  std::vector<std::size_t> places_to_draw(const SourceInfo& info, const RecipeComparison& comparison) const {
    constexpr std::size_t few = 12;
    std::vector<std::size_t> drawn;
    for (std::size_t place = 0; place < comparison.places.size(); ++place) {
      const bool has_role = role_of(info, AttentionSite::Kind::self, comparison.places[place]) != nullptr;
      if (has_role || (heads_.is_given() && comparison.places.size() <= few)) drawn.push_back(place);
    }
    if (drawn.empty() && !comparison.places.empty()) drawn.push_back(0);
    return drawn;
  }

  InputOptions input_;
  SourceOptions source_;
  HeadOptions heads_;
  RecipeOptions recipe_;
  PictureOptions pictures_;
  std::vector<std::string> variants_;
  std::string between_;
  std::vector<std::string> other_models_;
  std::string out_ = "attnscope-out";
  bool as_json_ = false;
  bool measures_ = false;
  bool seeks_frontier_ = false;
  std::string loss_ = "output";
  Index files_ = 0;
};

class Compare final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<CompareJob>(options);
  }
  int rank() const override { return 20; }
};

const Registered<Command> registered{
    {{
         .name = "compare",
         .summary = "variants on the same text: maps, differences from exact, error and cost",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Compare>(); }}};

}  // namespace
}  // namespace attnscope::cli
