// Angular locality-sensitive hashing: vectors that point the same way get the same number.
#pragma once

#include <vector>

#include "attention/layer.hpp"

namespace attnscope {

/// The random directions of one round. [buckets/2, rounded up x head size]
ConstMatrixView hash_directions(const Head& head, Index round, Index buckets);

/// argmax [xR; -xR] of each row, the first of equals.
std::vector<Index> hash_rows(ConstMatrixView rows, ConstMatrixView directions);

}  // namespace attnscope
