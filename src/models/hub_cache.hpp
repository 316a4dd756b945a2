// The cache that Hugging Face's own programs keep on this computer. Looked at, never changed; nothing is
// fetched.
//
//   hub/models--ORG--NAME/refs/main            holds a commit id
//   hub/models--ORG--NAME/snapshots/COMMIT/    the files, as links into blobs/
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// One commit of one model.
struct CachedModel {
  std::string id;  ///< "google-bert/bert-base-uncased"
  std::string commit;
  std::vector<std::string> references;  ///< branches and tags that lead to it: "main"
  std::filesystem::path folder;
  std::string problem;  ///< what is missing, in a few words; empty when it is complete
};

/// HF_HUB_CACHE, else HUGGINGFACE_HUB_CACHE, else $HF_HOME/hub, else $XDG_CACHE_HOME/huggingface/hub, else
/// ~/.cache/huggingface/hub. May not exist.
std::filesystem::path hub_cache_folder();

/// Whether this can be the id of a model on the hub: 1 to 96 of [A-Za-z0-9._-], at most one '/', no "--", no
/// "..", not ending in ".git".
bool is_model_id(std::string_view id);

/// Every commit of every model, by id and then commit. Empty where there is no cache.
std::vector<CachedModel> cached_models();

/// The commit of a model that `revision` (a branch, a tag, a commit or its first 7 or more letters) leads to.
/// An id without organisation also finds the only cached model of that name. Throws: Error(input) that says
/// where it looked, when there is none, when the revision is not there (naming those that are; none is ever
/// picked at random), and when the download is incomplete.
CachedModel find_cached_model(std::string_view id, std::string_view revision);

}  // namespace attnscope
