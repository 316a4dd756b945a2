// attnscope cost: where a transformer's time goes, part by part and over the length of the text.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "attention/recipe_cost.hpp"
#include "cli/command.hpp"
#include "cli/cost_report.hpp"
#include "cli/layer_timing.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "models/locate.hpp"
#include "models/model.hpp"

namespace attnscope::cli {
namespace {

const std::vector<std::string> usual_variants{"linear",
                                              "performer:features=256",
                                              "linformer:k=256",
                                              "nystrom:landmarks=64",
                                              "clustered:clusters=64",
                                              "band:radius=128",
                                              "sparse-strided",
                                              "top-k:keys=64"};

constexpr Index most_tokens = 1 << 20;

[[noreturn]] void refuse_lengths(const std::string& typed, std::string_view found) {
  throw Error(Error::Kind::usage,
              "--lengths " + printable(typed) + ": expected whole numbers from 1 to " +
                  std::to_string(most_tokens) + ", found '" + printable(found) + "'",
              "for instance --lengths 128..65536 or --lengths 100,1000");
}

/// "128..65536" doubled, or "100,1000".
std::vector<Index> lengths_of(const std::string& typed) {
  const auto number = [&](std::string_view digits) {
    Index value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_whole = code == std::errc() && end == digits.data() + digits.size();
    if (!is_whole || value < 1 || value > most_tokens) refuse_lengths(typed, digits);
    return value;
  };
  std::vector<Index> lengths;
  std::string_view rest = typed;
  for (bool is_last = false; !is_last;) {
    const std::size_t comma = rest.find(',');
    is_last = comma == std::string_view::npos;
    const std::string_view one = rest.substr(0, comma);
    if (!is_last) rest.remove_prefix(comma + 1);
    const std::size_t dots = one.find("..");
    const Index first = number(one.substr(0, dots));
    const Index last = dots == std::string_view::npos ? first : number(one.substr(dots + 2));
    if (last < first) refuse_lengths(typed, one);
    for (Index length = first; length <= last; length *= 2) lengths.push_back(length);
  }
  return lengths;
}

LayerShape shape_of(const ModelInfo& info) {
  return {.width = info.width,
          .heads = info.heads,
          .key_value_heads = info.key_value_heads > 0 ? info.key_value_heads : info.heads,
          .head_size = info.head_size,
          .inner = info.inner_width,
          .has_gate = info.has_gate,
          .is_causal = info.is_causal};
}

VariantCurve curve_of(const std::string& name, const Recipe& recipe, const CostReport& report) {
  VariantCurve curve{.name = name, .flops = {}};
  const auto all_heads = static_cast<double>(report.layers * report.shape.heads);
  for (const LengthCost& length : report.lengths) {
    const Sizes sizes{.queries = length.tokens,
                      .keys = length.tokens,
                      .head_size = report.shape.head_size,
                      .value_size = report.shape.head_size};
    const std::optional<PairCounts> pairs =
        recipe.approximator ? PairCounts{} : pairs_at(recipe, length.tokens);
    curve.flops.push_back(pairs ? all_heads * cost_of(recipe, sizes, *pairs).flops
                                : std::numeric_limits<double>::quiet_NaN());
  }
  return curve;
}

class CostJob final : public Job {
 public:
  explicit CostJob(Options& options) {
    options.value("--model", model_, "PATH|NAME",
                  "whose sizes: a folder, a file, or a model of the local cache");
    options.value("--lengths", lengths_, "FROM..TO", "tokens, doubled from one to the next, or a list");
    options.values("--variant", variants_, "NAME",
                   "a variant to count; may be repeated (one of each family if left out)");
    options.value("--repeats", repeats_, "N", "times that each part is measured; the median counts", 1, 99);
    options.value("--threads", threads_, "N", "threads; 0 for every core", 0, 1024);
    options.group("Output");
    options.value("-o,--out", out_, "FOLDER", "where cost.json and three plots go");
    options.flag("--json", as_json_, "the figures on standard output, as JSON");
    pictures_.declare(options);
    options.example("attnscope cost", "the built-in model from 128 to 65536 tokens");
    options.example("attnscope cost --model FOLDER --lengths 1024,4096 --repeats 9",
                    "two lengths, more surely");
  }

  void run(Terminal& terminal) override {
    const std::vector<Index> lengths = lengths_of(lengths_);
    const auto model = Model::load(locate_model(model_).path);
    ThreadPool pool(threads_ > 0 ? threads_ : std::max<Index>(1, std::thread::hardware_concurrency()));
    CostReport report{.model = model->info().name,
                      .shape = shape_of(model->info()),
                      .layers = model->info().layers,
                      .machine = measure_machine(pool),
                      .threads = pool.threads(),
                      .lengths = {},
                      .variants = {}};
    for (const Index tokens : lengths) {
      terminal.progress("length", static_cast<Index>(report.lengths.size()),
                        static_cast<Index>(lengths.size()));
      report.lengths.push_back(cost_at(report, tokens, pool));
    }
    terminal.clear_progress();
    Recipe own = standard_recipe();
    if (report.shape.is_causal) apply_variant(own, "causal");
    report.variants.push_back(curve_of("exact", own, report));
    for (const std::string& name : variants_.empty() ? usual_variants : variants_) {
      Recipe recipe = standard_recipe();
      apply_variant(recipe, name);
      report.variants.push_back(curve_of(name, recipe, report));
    }
    write(terminal, report);
  }

 private:
  LengthCost cost_at(const CostReport& report, Index tokens, ThreadPool& pool) const {
    LengthCost length{.tokens = tokens,
                      .counted = layer_cost(report.shape, tokens),
                      .measured = time_layer(report.shape, tokens, repeats_, pool)};
    const auto layers = static_cast<double>(report.layers);
    for (Cost& cost : length.counted) cost = {cost.flops * layers, cost.bytes * layers};
    for (double& seconds : length.measured) seconds *= layers;
    return length;
  }

  void write(Terminal& terminal, const CostReport& report) const {
    create_folder(out_);
    const std::filesystem::path folder = out_;
    write_file(folder / "cost-time.png", time_plot_png(report, pictures_));
    write_file(folder / "cost-roofline.png", roofline_png(report, pictures_));
    write_file(folder / "cost-variants.png", variant_plot_png(report, pictures_));
    OutputFile file(folder / "cost.json");
    JsonWriter json([&](std::string_view bytes) { file.write(bytes); });
    write_cost(json, report);
    json.finish();
    file.commit();
    if (as_json_) {
      JsonWriter printed([&](std::string_view bytes) { terminal.result(bytes); });
      write_cost(printed, report);
      printed.finish();
    } else {
      terminal.result(cost_tables(terminal, report));
    }
    terminal.note("wrote " + printable(out_, 400) + "/ 4 files");
  }

  std::string model_ = "mini";
  std::string lengths_ = "128..65536";
  std::vector<std::string> variants_;
  Index repeats_ = 3;
  Index threads_ = 0;
  std::string out_ = "attnscope-out";
  bool as_json_ = false;
  PictureOptions pictures_;
};

class CostCommand final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override { return std::make_unique<CostJob>(options); }
  int rank() const override { return 40; }
};

const Registered<Command> registered{
    {{
         .name = "cost",
         .summary = "where a transformer's time goes, by part and length, and what variants would cost",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<CostCommand>(); }}};

}  // namespace
}  // namespace attnscope::cli
