// Finding models: paths, the built-in one, and the Hugging Face cache with its revisions and broken
// downloads.
#include "models/locate.hpp"

#include <cstdlib>

#include "models/hub_cache.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"

using namespace attnscope;

namespace {

const std::string commit = "0123456789abcdef0123456789abcdef01234567";
const std::string other_commit = "fedcba9876543210fedcba9876543210fedcba98";

/// A cache in a folder of its own, named by HF_HUB_CACHE while the object lives.
class Cache {
 public:
  Cache() { ::setenv("HF_HUB_CACHE", folder_.path().c_str(), 1); }
  ~Cache() { ::unsetenv("HF_HUB_CACHE"); }

  const TemporaryFolder& folder() const { return folder_; }
  void add(const std::string& model, const std::string& file, std::string_view text = "{}") const {
    folder_.write("models--" + model + "/" + file, text);
  }
  void add_complete(const std::string& model) const {
    add(model, "refs/main", commit + "\n");
    add(model, "snapshots/" + commit + "/config.json");
    add(model, "snapshots/" + commit + "/model.safetensors");
  }
  std::string message(const std::string& typed) const {
    return message_of(folder_, [&] { (void)locate_model(typed); });
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("the built-in model and paths are found without a cache", "[locate]") {
  CHECK(locate_model("mini").name == "mini");
  CHECK(std::filesystem::exists(locate_model("mini").path / "config.json"));
  const TemporaryFolder folder;
  const auto file = folder.write("tiny/model.gguf", "GGUF");
  CHECK(locate_model(file.string()).path == file);
  CHECK(locate_model((folder.path() / "tiny/").string()).name == "tiny");
  CHECK(locate_model((folder.path() / "tiny/.").string()).name == "tiny");
}

TEST_CASE("a model in the cache is found by its id, and by its name alone", "[locate]") {
  const Cache cache;
  cache.add_complete("google-bert--bert-base-uncased");
  const auto snapshot =
      cache.folder().path() / "models--google-bert--bert-base-uncased" / "snapshots" / commit;
  CHECK(locate_model("google-bert/bert-base-uncased").path == snapshot);
  CHECK(locate_model("bert-base-uncased").name == "google-bert/bert-base-uncased");
  CHECK(locate_model("bert-base-uncased@main").path == snapshot);
  CHECK(locate_model("bert-base-uncased@0123456").path == snapshot);
  cache.add_complete("somebody--bert-base-uncased");
  CHECK(cache.message("bert-base-uncased") ==
        "several models are called 'bert-base-uncased': google-bert/bert-base-uncased, "
        "somebody/bert-base-uncased");
}

TEST_CASE("a model that is nowhere says where it was looked for", "[locate]") {
  const Cache cache;
  cache.add_complete("gpt2");
  CHECK(cache.message("google/flan-t5") ==
        "no model 'google/flan-t5': no such file or folder, and no models--google--flan-t5 | hf download "
        "google/flan-t5");
  CHECK(cache.message("gtp2") ==
        "no model 'gtp2': no such file or folder, and no models--gtp2 | did you mean 'gpt2'?");
  CHECK(cache.message("./gpt2/x/y") ==
        "no model './gpt2/x/y': no such file or folder | 'attnscope models' lists the models that are here");
}

TEST_CASE("no revision is picked at random", "[locate]") {
  const Cache cache;
  cache.add("gpt2", "snapshots/" + commit + "/config.json");
  cache.add("gpt2", "snapshots/" + other_commit + "/config.json");
  CHECK(cache.message("gpt2") == "model 'gpt2': no revision 'main' in the cache; snapshots there: " + commit +
                                     ", " + other_commit + " | name one of them: --model gpt2@" + commit);
  cache.add("gpt2", "refs/main", "../../../etc");
  CHECK(cache.message("gpt2") == "model 'gpt2': a reference in models--gpt2/refs holds no commit id");
}

TEST_CASE("an incomplete download says what is missing", "[locate]") {
  const Cache cache;
  const std::string where = " (models--gpt2/snapshots/" + commit + ") | hf download gpt2";
  const std::string start = "model 'gpt2' in the cache is incomplete: ";
  cache.add("gpt2", "refs/main", commit);
  CHECK(cache.message("gpt2") == start + "the snapshot " + commit + " is missing" + where);
  cache.add("gpt2", "snapshots/" + commit + "/config.json");
  CHECK(cache.message("gpt2") == start + "no safetensors weights" + where);
  const auto snapshot = cache.folder().path() / "models--gpt2" / "snapshots" / commit;
  std::filesystem::create_symlink("../../blobs/none", snapshot / "model.safetensors");
  CHECK(cache.message("gpt2") == start + "'model.safetensors' leads to a file that is missing" + where);
  std::filesystem::remove(snapshot / "model.safetensors");
  cache.add("gpt2", "snapshots/" + commit + "/model.safetensors.index.json",
            R"({"weight_map":{"a":"model-00001-of-00001.safetensors"}})");
  CHECK(cache.message("gpt2") ==
        start + "shard 'model-00001-of-00001.safetensors' is missing (1 tensor)" + where);
}

TEST_CASE("the cache's own list of a commit tells of files that are missing or cut", "[locate]") {
  const Cache cache;
  cache.add_complete("gpt2");
  cache.add("gpt2", "trees/" + commit + ".json",
            R"({"format_version":1,"files":{"README.md":{"size":9},"config.json":{"size":2},)"
            R"("model.safetensors":{"size":2},"vocab.json":{"size":5}}})");
  const std::string where = " (models--gpt2/snapshots/" + commit + ") | hf download gpt2";
  CHECK(cache.message("gpt2") == "model 'gpt2' in the cache is incomplete: 'vocab.json' is missing" + where);
  cache.add("gpt2", "snapshots/" + commit + "/vocab.json", "{}");
  CHECK(cache.message("gpt2") ==
        "model 'gpt2' in the cache is incomplete: 'vocab.json' has 2 bytes, expected 5" + where);
  cache.add("gpt2", "snapshots/" + commit + "/vocab.json", "12345");
  CHECK(cache.message("gpt2") == "no error");
}

TEST_CASE("the cache is listed with what is wrong with each model", "[locate]") {
  const Cache cache;
  cache.add_complete("google-bert--bert-base-uncased");
  cache.add("gpt2", "blobs/x.incomplete", "");
  cache.add("datasets", "x");
  const std::vector<CachedModel> models = cached_models();
  REQUIRE(models.size() == 3);
  CHECK(models[1].id == "google-bert/bert-base-uncased");
  CHECK(models[1].references == std::vector<std::string>{"main"});
  CHECK(models[1].problem.empty());
  CHECK(models[2].id == "gpt2");
  CHECK(models[2].problem == "no snapshot");
}

TEST_CASE("ids follow the hub's rules", "[locate]") {
  CHECK(is_model_id("google-bert/bert-base-uncased"));
  CHECK(is_model_id("gpt2"));
  CHECK_FALSE(is_model_id("a/b/c"));
  CHECK_FALSE(is_model_id("../gpt2"));
  CHECK_FALSE(is_model_id("a--b"));
  CHECK_FALSE(is_model_id("x.git"));
  CHECK_FALSE(is_model_id("/root"));
  CHECK_FALSE(is_model_id(std::string(97, 'a')));
  CHECK_FALSE(is_model_id(""));
}

TEST_CASE("the cache's folder follows the environment", "[locate]") {
  ::setenv("HF_HOME", "/somewhere", 1);
  CHECK(hub_cache_folder() == "/somewhere/hub");
  ::setenv("HUGGINGFACE_HUB_CACHE", "/cache", 1);
  CHECK(hub_cache_folder() == "/cache");
  ::unsetenv("HUGGINGFACE_HUB_CACHE");
  ::unsetenv("HF_HOME");
  ::setenv("XDG_CACHE_HOME", "/xdg", 1);
  CHECK(hub_cache_folder() == "/xdg/huggingface/hub");
  ::unsetenv("XDG_CACHE_HOME");
}
