// Every value of every golden config replaced by wrong ones: the model is refused with an Error, or it runs.
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "models/model.hpp"
#include "support/catch.hpp"
#include "support/paths.hpp"
#include "support/temporary.hpp"

using namespace attnscope;
using Json = nlohmann::ordered_json;

namespace {

const std::vector<Json>& wrong_values() {
  static const std::vector<Json> values = {nullptr, true, -1, 0, 3, 1e300, 2147483648LL, "wobble", Json::array(),
                                           Json::array({"x", 1}), Json::object()};
  return values;
}

/// Each place of the document in turn holds each wrong value.
void for_each_change(Json& document, const Json::json_pointer& at,
                     const std::function<void(const std::string& place)>& visit) {
  for (auto& item : document[at].items()) {
    const Json::json_pointer place = at / item.key();
    if (document[place].is_object()) for_each_change(document, place, visit);
    const Json kept = document[place];
    for (const Json& wrong : wrong_values()) {
      document[place] = wrong;
      visit(place.to_string() + " = " + wrong.dump());
    }
    document[place] = kept;
  }
}

void run_if_it_loads(const std::filesystem::path& folder, ThreadPool& pool) {
  const auto model = Model::load(folder);
  const std::vector<Index> ids{1, 2, 3};
  ModelInput input{.ids = ids};
  if (model->info().has_decoder) input.target = ids;
  model->run(input, {.maps = RunOptions::Maps::explicit_maps}, [](const AttentionSite&) {}, pool);
}

}  // namespace

TEST_CASE("a config with any one value wrong is refused or runs", "[models]") {
  ThreadPool pool(1);
  Index refused = 0;
  for (const auto& golden : std::filesystem::directory_iterator(golden_path() / "architectures")) {
    if (!golden.is_directory()) continue;
    const TemporaryFolder changed;
    for (const auto& file : std::filesystem::directory_iterator(golden.path())) {
      if (file.path().extension() == ".safetensors")
        std::filesystem::create_symlink(file.path(), changed.path() / file.path().filename());
    }
    Json document = Json::parse(std::ifstream(golden.path() / "config.json"));
    for_each_change(document, Json::json_pointer(), [&](const std::string& place) {
      changed.write("config.json", document.dump());
      INFO(golden.path().filename().string() << " " << place);
      try {
        run_if_it_loads(changed.path(), pool);
      } catch (const Error& error) {
        ++refused;
        CHECK(std::string(error.what()).size() > 20);
      }
    });
  }
  CHECK(refused > 1000);
}
