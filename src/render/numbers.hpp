// Numbers as they are printed in pictures: never in a locale's form, with true minus signs.
#pragma once

#include <string>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// With at most `digits` significant digits (more before the point, up to a million) and no trailing zeros;
/// very small and large ones as 2·10⁻⁷.
std::string number_text(double value, int digits = 3);

/// With exactly `decimals` digits after the point.
std::string fixed_text(double value, int decimals);

/// 10 to the power: 0.01 to 1000 as they are, others as 10⁵.
std::string power_of_ten_text(int power);

/// Round numbers from low to high, at most `most`, in steps of 1, 2 or 5 times a power of ten.
/// Requires: low < high, most at least 2.
std::vector<double> round_numbers(double low, double high, Index most);

}  // namespace attnscope
