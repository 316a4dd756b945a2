#include "cli/origins.hpp"

#include <charconv>
#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "models/locate.hpp"

namespace attnscope::cli {
namespace {

constexpr std::string_view layer_prefix = "layer:";
constexpr std::string_view model_prefix = "model:";

[[noreturn]] void refuse(const std::string& origin) {
  throw Error(Error::Kind::usage,
              "'" + printable(origin, 60) + "' is no place for queries, keys or values to come from",
              "expected embeddings, layer:N, query, key or model:NAME");
}

Index layer_of(const std::string& origin) {
  const char* const first = origin.data() + layer_prefix.size();
  const char* const last = origin.data() + origin.size();
  Index layer = 0;
  const auto result = std::from_chars(first, last, layer);
  if (first == last || result.ec != std::errc() || result.ptr != last || layer < 0) refuse(origin);
  return layer;
}

bool needs_own_states(const std::string& origin) {
  return origin == "embeddings" || origin.starts_with(layer_prefix);
}

}  // namespace

void Origins::declare(Options& options) {
  options.group("Where Q, K and V come from: embeddings, layer:N, query, key or model:NAME");
  options.value("--query-from", query, "PLACE", "queries, through the layer's own projection");
  options.value("--key-from", key, "PLACE", "keys; 'query' makes Q = K");
  options.value("--value-from", value, "PLACE", "values, for recipes that read them");
}

LayerStates::LayerStates(const Model& model, const ModelInput& input, ThreadPool& pool) {
  model.run(
      input, {},
      [this](const AttentionSite& site) {
        if (site.kind == AttentionSite::Kind::self) states_.emplace_back(site.layer.query_states);
      },
      pool);
}

ConstMatrixView LayerStates::at(Index layer) const {
  const auto count = static_cast<Index>(states_.size());
  if (layer >= count) {
    throw Error(Error::Kind::usage,
                "layer:" + std::to_string(layer) + ": there are layers 0 to " + std::to_string(count - 1));
  }
  return states_[static_cast<std::size_t>(layer)];
}

OtherModel::OtherModel(const std::string& name, const ModelInput& input, ThreadPool& pool) : name_(name) {
  const std::unique_ptr<const Model> model = Model::load(locate_model(name).path);
  model->run(
      input, {},
      [this](const AttentionSite& site) {
        if (site.kind == AttentionSite::Kind::self) layers_.push_back(site.project(site.layer.query_states));
      },
      pool);
}

const Projection& OtherModel::at(Index layer) const {
  if (layer < static_cast<Index>(layers_.size())) return *layers_[static_cast<std::size_t>(layer)];
  throw Error(Error::Kind::usage, "model:" + printable(name_, 60) + " has no layer " + std::to_string(layer));
}

OriginResolver::OriginResolver(const Origins& origins, const Model& model, const ModelInput& input,
                               const LayerStates* other_text, ThreadPool& pool)
    : origins_(origins), other_text_(other_text) {
  for (const std::string* origin : {&origins.query, &origins.key, &origins.value}) {
    if (needs_own_states(*origin) && !own_) own_ = std::make_unique<LayerStates>(model, input, pool);
    if (origin->starts_with(model_prefix))
      others_.try_emplace(*origin, origin->substr(model_prefix.size()), input, pool);
  }
}

const Projection& OriginResolver::projected(const AttentionSite& site, ConstMatrixView states) {
  kept_.push_back(site.project(states));
  return *kept_.back();
}

void OriginResolver::replace(Layer& layer, const AttentionSite& site, Part part, const std::string& origin) {
  if (origin.empty()) return;
  const auto take = [&](const Projection& from) {
    std::vector<ConstMatrixView>& to = part == Part::query ? layer.q : part == Part::key ? layer.k : layer.v;
    const std::vector<ConstMatrixView>& source = part == Part::query ? from.q
                                                 : part == Part::key ? from.k
                                                                     : from.v;
    if (source.size() != to.size() || (part != Part::value && source.front().cols != to.front().cols)) {
      throw Error(Error::Kind::usage, printable(origin, 60) + ": expected " + std::to_string(to.size()) +
                                          " heads of size " + std::to_string(to.front().cols) + ", found " +
                                          std::to_string(source.size()) + " of size " +
                                          std::to_string(source.front().cols));
    }
    to = source;
  };
  if (origin == "query" || origin == "key") {
    const std::vector<ConstMatrixView> source = origin == "query" ? site.layer.q : site.layer.k;
    (part == Part::query ? layer.q : part == Part::key ? layer.k : layer.v) = source;
  } else if (origin == "embeddings") {
    take(projected(site, own_->at(0)));
  } else if (origin.starts_with(layer_prefix)) {
    take(projected(site, own_->at(layer_of(origin))));
  } else if (const auto other = others_.find(origin); other != others_.end()) {
    take(other->second.at(site.layer.index));
  } else {
    refuse(origin);
  }
}

Layer OriginResolver::resolve(const AttentionSite& site) {
  kept_.clear();
  Layer layer = site.layer;
  if (site.kind != AttentionSite::Kind::self) return layer;
  if (other_text_ != nullptr) {
    const ConstMatrixView states = other_text_->at(site.layer.index);
    const Projection& other = projected(site, states);
    layer.k = other.k;
    layer.v = other.v;
    layer.key_states = states;
    layer.query_documents = {};
    layer.key_documents = {};
  }
  replace(layer, site, Part::query, origins_.query);
  replace(layer, site, Part::key, origins_.key);
  replace(layer, site, Part::value, origins_.value);
  return layer;
}

}  // namespace attnscope::cli
