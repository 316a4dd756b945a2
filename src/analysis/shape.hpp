// What a map looks like: a diagonal, a vertical line, a few strong links, or a haze.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.hpp"
#include "text/tokens.hpp"

namespace attnscope {

/// The kinds of maps that trained models show again and again (Clark et al. 2019, Kovaleva et al. 2019).
enum class ShapeKind {
  diagonal,  ///< most weight lies at one offset from the query
  sink,      ///< most weight lies on one key, whatever the query
  links,     ///< most queries have one strong key, and it is another one each time
  broad,     ///< weight is spread over most keys
  mixed      ///< none of these
};

/// "diagonal", "sink", "links", "broad", "mixed"
std::string_view name_of(ShapeKind kind);

/// A map's kind and the numbers behind it, over the queries that are words (no special tokens).
struct Shape {
  ShapeKind kind = ShapeKind::mixed;
  Index offset = 0;            ///< of the strongest diagonal: -1 is the previous token
  double offset_mass = 0.0;    ///< mean weight on that diagonal
  Index sink = 0;              ///< the key that receives most
  double sink_mass = 0.0;      ///< mean weight on it
  double special_mass = 0.0;   ///< mean weight on all special tokens together
  double top_weight = 0.0;     ///< mean of the largest weight of a row, special keys left aside
  double entropy_share = 0.0;  ///< mean row entropy as a share of the largest possible, ln(keys)
};

/// weights: [tokens x tokens] of one head, not negative. Rows are weighed as they are, not renormalised.
Shape shape_of(ConstMatrixView weights, const std::vector<Token>& tokens);

/// "previous token 0.98", "sink on [CLS] 0.91", …
std::string describe(const Shape& shape, const std::vector<Token>& tokens);

}  // namespace attnscope
