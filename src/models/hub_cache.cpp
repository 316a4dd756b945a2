// Reads names, links and the two kinds of small files of the cache: references and lists of what a commit
// holds.
#include "models/hub_cache.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/foreign_file.hpp"
#include "core/suggest.hpp"
#include "core/utf8.hpp"
#include "models/weight_format/shard_index.hpp"

namespace attnscope {
namespace {

using Path = std::filesystem::path;

constexpr std::string_view model_prefix = "models--";
constexpr std::size_t least_commit_letters = 7;
constexpr std::uint64_t most_reference_bytes = 4096;
constexpr std::uint64_t most_tree_bytes = std::uint64_t{1} << 24;

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Path without_tilde(const std::string& path) {
  return path.starts_with("~/") ? Path(environment("HOME")) / path.substr(2) : Path(path);
}

Path folder_of(std::string_view id) {
  std::string name(id);
  if (const std::size_t slash = name.find('/'); slash != std::string::npos) name.replace(slash, 1, "--");
  return hub_cache_folder() / (std::string(model_prefix) + name);
}

std::string id_of(const Path& folder) {
  std::string id = folder.filename().string().substr(model_prefix.size());
  if (const std::size_t dashes = id.find("--"); dashes != std::string::npos) id.replace(dashes, 2, "/");
  return id;
}

/// Sorted, so that messages and listings are the same everywhere.
std::vector<Path> entries_of(const Path& folder) {
  std::vector<Path> entries;
  std::error_code fault;
  for (std::filesystem::directory_iterator entry(folder, fault), end; !fault && entry != end;
       entry.increment(fault)) {
    entries.push_back(entry->path());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::vector<Path> model_folders() {
  std::vector<Path> folders = entries_of(hub_cache_folder());
  std::erase_if(folders,
                [](const Path& folder) { return !folder.filename().string().starts_with(model_prefix); });
  return folders;
}

/// Name of each branch and tag ("refs/pr/1" is "pr/1") with its commit.
std::map<std::string, std::string> references_of(const Path& model) {
  std::map<std::string, std::string> references;
  std::error_code fault;
  const Path root = model / "refs";
  for (std::filesystem::recursive_directory_iterator entry(root, fault), end; !fault && entry != end;
       entry.increment(fault)) {
    std::error_code ignored;
    if (!entry->is_regular_file(ignored)) continue;
    std::string commit = read_text(entry->path(), most_reference_bytes);
    commit.erase(commit.find_last_not_of(" \r\n\t") + 1);
    references[entry->path().lexically_relative(root).generic_string()] = commit;
  }
  return references;
}

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

/// Files that a run needs where the model has them; the rest of a repository is often left out on purpose.
bool is_needed(std::string_view name) {
  if (name.find('/') != std::string_view::npos) return false;
  return ends_with_any(name, {"config.json", "tokenizer.json", "vocab.txt", "vocab.json", "merges.txt",
                              "tokenizer.model", ".spm", "model.safetensors.index.json"}) ||
         (name.starts_with("model") && name.ends_with(".safetensors"));
}

/// The first needed file of the cache's own list of the commit that is not there as listed; nothing where
/// there is no list, or none that can be read.
std::optional<std::string> fault_by_list(const Path& model, const std::string& commit) {
  const Path list = model / "trees" / (commit + ".json");
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(list, ignored)) return std::nullopt;
  const auto tree = nlohmann::json::parse(read_text(list, most_tree_bytes), nullptr, false);
  const auto files = tree.find("files");
  if (!tree.is_object() || files == tree.end() || !files->is_object()) return std::nullopt;
  for (const auto& [name, about] : files->items()) {
    if (!is_needed(name)) continue;
    const Path file = model / "snapshots" / commit / name;
    if (!std::filesystem::exists(file, ignored)) return "'" + printable(name) + "' is missing";
    const auto size = about.is_object() ? about.find("size") : about.end();
    if (!about.is_object() || size == about.end() || !size->is_number_unsigned()) continue;
    const std::uintmax_t found = std::filesystem::file_size(file, ignored);
    if (found != size->get<std::uintmax_t>()) {
      return "'" + printable(name) + "' has " + std::to_string(found) + " bytes, expected " +
             std::to_string(size->get<std::uintmax_t>());
    }
  }
  return std::nullopt;
}

std::string problem_of(const Path& model, const std::string& commit) {
  const Path snapshot = model / "snapshots" / commit;
  std::error_code ignored;
  if (!std::filesystem::is_directory(snapshot, ignored))
    return "the snapshot " + printable(commit) + " is missing";
  bool has_config = false;
  bool has_weights = false;
  bool describes_itself = false;
  std::optional<Path> index;
  for (const Path& file : entries_of(snapshot)) {
    const std::string name = file.filename().string();
    if (!std::filesystem::exists(file, ignored))
      return "'" + printable(name) + "' leads to a file that is missing";
    has_config = has_config || name == "config.json";
    describes_itself = describes_itself || name.ends_with(".gguf");
    has_weights = has_weights || name.ends_with(".safetensors");
    if (name == "model.safetensors.index.json") index = file;
  }
  if (const auto fault = fault_by_list(model, commit)) return *fault;
  if (describes_itself) return {};
  if (index) {
    try {
      read_shard_index(*index);
    } catch (const Error& error) {
      const std::string message = error.what();
      const std::string path = shown_path(*index) + ": ";
      return message.starts_with(path) ? message.substr(path.size()) : message;
    }
  }
  if (!has_config) return "no config.json";
  if (!has_weights) return "no safetensors weights";
  return {};
}

CachedModel describe(const Path& model, const std::string& commit,
                     const std::map<std::string, std::string>& references) {
  CachedModel cached{.id = id_of(model),
                     .commit = commit,
                     .references = {},
                     .folder = model / "snapshots" / commit,
                     .problem = problem_of(model, commit)};
  for (const auto& [name, target] : references) {
    if (target == commit) cached.references.push_back(name);
  }
  return cached;
}

[[noreturn]] void refuse_missing(std::string_view id) {
  std::vector<std::string> ids;
  for (const Path& folder : model_folders()) ids.push_back(id_of(folder));
  const std::vector<std::string_view> known(ids.begin(), ids.end());
  const std::string near = did_you_mean(id, known);
  throw Error(Error::Kind::input,
              "no model '" + printable(id) + "': no such file or folder, and no " + shown_path(folder_of(id)),
              near.empty() ? "hf download " + std::string(id) : near);
}

/// The folder of the model in the cache, also by its name without organisation when only one model is called
/// so.
Path model_folder(std::string_view id) {
  std::error_code ignored;
  if (std::filesystem::is_directory(folder_of(id), ignored)) return folder_of(id);
  if (id.find('/') != std::string_view::npos) refuse_missing(id);
  std::vector<Path> found = model_folders();
  std::erase_if(found, [&](const Path& folder) { return !id_of(folder).ends_with("/" + std::string(id)); });
  if (found.empty()) refuse_missing(id);
  if (found.size() == 1) return found.front();
  std::string ids;
  for (const Path& folder : found) ids += (ids.empty() ? "" : ", ") + printable(id_of(folder));
  throw Error(Error::Kind::input, "several models are called '" + printable(id) + "': " + ids);
}

/// The commit that a branch, tag or commit id leads to.
std::string resolve(const Path& model, const std::string& revision,
                    const std::map<std::string, std::string>& references) {
  if (const auto found = references.find(revision); found != references.end()) return found->second;
  std::vector<std::string> commits;
  for (const Path& snapshot : entries_of(model / "snapshots"))
    commits.push_back(snapshot.filename().string());
  std::vector<std::string> matching = commits;
  std::erase_if(matching, [&](const std::string& commit) { return !commit.starts_with(revision); });
  if (matching.size() == 1 && revision.size() >= least_commit_letters) return matching.front();
  std::string list;
  for (const std::string& commit : commits) list += (list.empty() ? "" : ", ") + printable(commit);
  const std::string id = id_of(model);
  throw Error(Error::Kind::input,
              "model '" + printable(id) + "': no revision '" + printable(revision) +
                  "' in the cache; snapshots there: " + (list.empty() ? "none" : list),
              commits.empty() ? "hf download " + id
                              : "name one of them: --model " + id + "@" + printable(commits.front()));
}

}  // namespace

Path hub_cache_folder() {
  for (const char* name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"}) {
    if (const std::string folder = environment(name); !folder.empty()) return without_tilde(folder);
  }
  if (const std::string home = environment("HF_HOME"); !home.empty()) return without_tilde(home) / "hub";
  const std::string cache = environment("XDG_CACHE_HOME");
  return (cache.empty() ? Path(environment("HOME")) / ".cache" : without_tilde(cache)) / "huggingface" /
         "hub";
}

bool is_model_id(std::string_view id) {
  constexpr std::size_t most_letters = 96;
  const auto is_allowed = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '.' || letter == '_' || letter == '-' ||
           letter == '/';
  };
  const auto is_edge = [](char letter) { return letter == '/' || letter == '-' || letter == '.'; };
  return !id.empty() && id.size() <= most_letters && std::all_of(id.begin(), id.end(), is_allowed) &&
         std::count(id.begin(), id.end(), '/') <= 1 && id.find("--") == std::string_view::npos &&
         id.find("..") == std::string_view::npos && !is_edge(id.front()) && !is_edge(id.back()) &&
         !id.ends_with(".git");
}

std::vector<CachedModel> cached_models() {
  std::vector<CachedModel> models;
  for (const Path& model : model_folders()) {
    const auto references = references_of(model);
    for (const Path& snapshot : entries_of(model / "snapshots")) {
      models.push_back(describe(model, snapshot.filename().string(), references));
    }
    if (models.empty() || models.back().id != id_of(model)) {
      models.push_back(
          {.id = id_of(model), .commit = {}, .references = {}, .folder = model, .problem = "no snapshot"});
    }
  }
  std::stable_sort(models.begin(), models.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return models;
}

CachedModel find_cached_model(std::string_view id, std::string_view revision) {
  const Path model = model_folder(id);
  const auto references = references_of(model);
  const std::string commit = resolve(model, std::string(revision.empty() ? "main" : revision), references);
  if (commit.empty() || commit.find_first_of("/\\.") != std::string::npos) {
    throw Error(Error::Kind::input, "model '" + printable(id_of(model)) + "': a reference in " +
                                        shown_path(model / "refs") + " holds no commit id");
  }
  CachedModel cached = describe(model, commit, references);
  if (cached.problem.empty()) return cached;
  throw Error(Error::Kind::input,
              "model '" + printable(cached.id) + "' in the cache is incomplete: " + cached.problem + " (" +
                  shown_path(cached.folder) + ")",
              "hf download " + cached.id);
}

}  // namespace attnscope
