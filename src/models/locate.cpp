// Paths come before names in the cache, so that "./bert" and "bert/model.safetensors" always mean files.
#include "models/locate.hpp"

#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"
#include "models/hub_cache.hpp"

namespace attnscope {
namespace {

constexpr std::string_view built_in = "mini";

/// The last name of the path, also for "." and "models/tiny/".
std::string name_of_path(const std::filesystem::path& path) {
  const auto normal = std::filesystem::absolute(path).lexically_normal();
  return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

}  // namespace

LocatedModel locate_model(std::string_view typed) {
  if (typed == built_in) return {data_folder() / "models" / built_in, std::string(built_in)};
  const std::filesystem::path path(typed);
  std::error_code ignored;
  if (!typed.empty() && std::filesystem::exists(path, ignored)) return {path, name_of_path(path)};
  const std::size_t at = typed.find('@');
  const std::string_view id = typed.substr(0, at);
  if (!is_model_id(id)) {
    throw Error(Error::Kind::input, "no model '" + printable(typed) + "': no such file or folder",
                "'attnscope models' lists the models that are here");
  }
  const CachedModel cached = find_cached_model(id, at == std::string_view::npos ? "" : typed.substr(at + 1));
  return {cached.folder, cached.id};
}

}  // namespace attnscope
