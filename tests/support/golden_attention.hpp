// Running models on given ids and holding every weight against stored ones.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/zip_archive.hpp"
#include "models/model.hpp"

namespace attnscope {

/// The weights of every layer and head, as arrays are stored: [layers x heads x queries x keys].
struct SiteWeights {
  std::vector<float> self;
  std::vector<float> decoder;
  std::vector<float> cross;
};

SiteWeights weights_of(const Model& model, const ModelInput& input, Index threads = 1);

std::vector<Index> to_indices(const std::vector<std::int64_t>& wholes);

/// The largest difference of two lists of one length; infinity where the lengths differ.
double largest_difference(const std::vector<float>& found, const std::vector<float>& expected);

}  // namespace attnscope
