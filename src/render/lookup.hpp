// One query's look-up in the dictionary of keys and values: similarity, weight, weighted value, and their sum.
#pragma once

#include <vector>

#include "render/page.hpp"
#include "render/picture.hpp"

namespace attnscope {

/// An entry of the dictionary.
struct LookupKey {
  Label label = {};
  double similarity = 0.0;  ///< to the query; not-a-number where there is none
  double weight = 0.0;
  bool is_excluded = false;        ///< by the pattern: shown without numbers
  std::vector<float> value = {};  ///< [value size]
};

/// Something that the output resembles.
struct LookupMatch {
  Label label = {};
  double similarity = 0.0;  ///< cosine, -1 to 1
};

struct LookupSpec {
  std::vector<LookupKey> keys = {};
  std::string similarity_name = "similarity";
  std::vector<float> output = {};         ///< [value size]: the weighted sum of all values
  std::vector<LookupMatch> matches = {};  ///< of the output, best first; may be empty
  std::string matches_name = {};          ///< what they are, such as "nearest words of books50"
  /// Of more keys those with the largest weights are shown, and the rest is counted.
  Index most_keys = 28;
  Caption caption = {};
  Page page = {};
};

/// Throws: Error(usage) when the picture would be too large. Requires: a key, and values of one size.
Picture draw_lookup(const LookupSpec& spec);

}  // namespace attnscope
