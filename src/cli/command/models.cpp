// attnscope models: the built-in model and those in the local Hugging Face cache.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/error.hpp"
#include "core/foreign_file.hpp"
#include "core/utf8.hpp"
#include "export/json_writer.hpp"
#include "models/hub_cache.hpp"
#include "models/locate.hpp"
#include "models/model.hpp"

namespace attnscope::cli {
namespace {

/// A model that is there, and whether this program can use it.
struct Listed {
  std::string name;  // as --model takes it
  std::filesystem::path path;
  std::string about;  // "bert, 12 layers × 12 heads", or what is wrong
  bool can_be_used = false;
};

Listed describe(const std::string& name, const std::filesystem::path& path, const std::string& problem) {
  Listed listed{.name = name, .path = path, .about = problem};
  if (!problem.empty()) return listed;
  try {
    const auto model = Model::load(path);
    const ModelInfo& info = model->info();
    listed.about = printable(info.model_type) + ", " + std::to_string(info.layers) + " layers × " +
                   std::to_string(info.heads) + " heads";
    listed.can_be_used = true;
  } catch (const Error& error) {
    listed.about = error.what();
  }
  return listed;
}

/// A commit without a branch is named by its first letters.
std::string typed_name(const CachedModel& cached) {
  constexpr std::size_t commit_letters = 10;
  const auto& references = cached.references;
  if (std::find(references.begin(), references.end(), "main") != references.end()) return cached.id;
  if (cached.commit.empty()) return cached.id;
  return cached.id + "@" +
         (references.empty() ? cached.commit.substr(0, commit_letters) : references.front());
}

std::vector<Listed> all_models() {
  std::vector<Listed> models;
  const LocatedModel built_in = locate_model("mini");
  models.push_back(describe(built_in.name, built_in.path, {}));
  for (const CachedModel& cached : cached_models()) {
    models.push_back(describe(typed_name(cached), cached.folder, cached.problem));
  }
  return models;
}

class ModelsJob final : public Job {
 public:
  explicit ModelsJob(Options& options) {
    options.flag("--json", as_json_, "as JSON");
    options.example("attnscope models", "what --model can name without a path");
  }

  void run(Terminal& terminal) override {
    const std::vector<Listed> models = all_models();
    if (as_json_) return print_json(terminal, models);
    std::size_t widest = 0;
    for (const Listed& model : models) widest = std::max(widest, printable(model.name).size());
    for (const Listed& model : models) {
      const std::string name = printable(model.name);
      terminal.result("  " + name + std::string(widest - name.size() + 2, ' ') +
                      (model.can_be_used ? "" : "cannot be used: ") + model.about + "\n");
    }
    if (models.size() == 1) terminal.note("no models in " + shown_path(hub_cache_folder()));
  }

 private:
  static void print_json(Terminal& terminal, const std::vector<Listed>& models) {
    JsonWriter json([&](std::string_view bytes) { terminal.result(bytes); });
    json.begin_array();
    for (const Listed& model : models) {
      json.begin_object();
      json.member("name", model.name);
      json.member("path", model.path.string());
      json.member("can_be_used", model.can_be_used);
      json.member("about", model.about);
      json.end_object();
    }
    json.end_array();
    json.finish();
  }

  bool as_json_ = false;
};

class Models final : public Command {
 public:
  std::unique_ptr<Job> declare(Options& options) const override {
    return std::make_unique<ModelsJob>(options);
  }
  int rank() const override { return 71; }
};

const Registered<Command> registered{
    {{
         .name = "models",
         .summary = "the built-in model and those in the local Hugging Face cache",
         .paper = "attnscope",
     },
     [](const Settings&) -> std::unique_ptr<const Command> { return std::make_unique<Models>(); }}};

}  // namespace
}  // namespace attnscope::cli
