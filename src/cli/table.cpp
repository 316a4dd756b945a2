#include "cli/table.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

namespace attnscope::cli {
namespace {

/// Letters on the screen, for text without wide letters.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string TextTable::text(const Terminal& terminal) const {
  std::vector<std::size_t> widths(heads_.size());
  for (std::size_t col = 0; col < heads_.size(); ++col) {
    widths[col] = width_of(heads_[col]);
    for (const auto& row : rows_) widths[col] = std::max(widths[col], width_of(row[col]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    assert(cells.size() == heads_.size());
    std::string text;
    for (std::size_t col = 0; col < cells.size(); ++col) {
      const std::string gap(widths[col] - width_of(cells[col]), ' ');
      text += (col > 0 ? "  " + gap + cells[col] : cells[col] + gap);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  };
  std::string text = terminal.grey(line(heads_)) + "\n";
  for (const auto& row : rows_) text += line(row) + "\n";
  return text;
}

std::string fixed_text(double number, int decimals) {
  if (std::isnan(number)) return "–";
  if (std::isinf(number)) return number > 0.0 ? "∞" : "-∞";
  char digits[400];
  return {digits,
          std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, decimals).ptr};
}

std::string count_text(double count) {
  constexpr std::array units{"", " k", " M", " G", " T", " P"};
  std::size_t unit = 0;
  while (std::abs(count) >= 999.5 && unit + 1 < units.size()) {
    count /= 1000.0;
    ++unit;
  }
  const int decimals = unit == 0 ? 0 : count < 9.995 ? 2 : count < 99.95 ? 1 : 0;
  return fixed_text(count, decimals) + units[unit];
}

}  // namespace attnscope::cli
