// utf8proc knows the decompositions, combining classes and compositions of code points; the algorithm is
// repeated here (Unicode Standard Annex 15) because the spans have to be carried along.
#include "text/normal_form.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "core/utf8.hpp"

namespace attnscope {
namespace {

int combining_class(char32_t point) {
  return point < 0x300 ? 0 : utf8proc_get_property(static_cast<utf8proc_int32_t>(point))->combining_class;
}

/// The first part stands for `point`, the others are inserted.
void append_decomposed(std::vector<Rewrite>& points, char32_t point, bool is_compatible) {
  if (point < 0x80) {
    points.push_back({point, 0});
    return;
  }
  std::array<utf8proc_int32_t, 32> parts{};  // the longest decomposition has 18
  int last_boundary = 0;
  int options = UTF8PROC_DECOMPOSE;
  if (is_compatible) options |= UTF8PROC_COMPAT;
  const utf8proc_ssize_t count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(point), parts.data(), static_cast<utf8proc_ssize_t>(parts.size()),
      static_cast<utf8proc_option_t>(options), &last_boundary);
  if (count <= 0 || count > static_cast<utf8proc_ssize_t>(parts.size())) {
    points.push_back({point, 0});
    return;
  }
  for (std::size_t index = 0; index < static_cast<std::size_t>(count); ++index) {
    points.push_back({static_cast<char32_t>(parts[index]), index == 0 ? 0 : 1});
  }
}

/// Marks after a base character by combining class; equal ones keep their order.
void reorder(std::vector<Rewrite>& points) {
  for (auto place = points.begin(); place != points.end();) {
    if (combining_class(place->point) == 0) {
      ++place;
      continue;
    }
    auto end = place;
    while (end != points.end() && combining_class(end->point) != 0) ++end;
    std::stable_sort(place, end, [](const Rewrite& a, const Rewrite& b) {
      return combining_class(a.point) < combining_class(b.point);
    });
    place = end;
  }
}

/// The one character that both make together, or 0.
char32_t composed(char32_t first, char32_t second) {
  if (second < 0x300) return 0;
  std::array<utf8proc_int32_t, 2> pair{static_cast<utf8proc_int32_t>(first),
                                       static_cast<utf8proc_int32_t>(second)};
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  return utf8proc_normalize_utf32(pair.data(), 2, options) == 1 ? static_cast<char32_t>(pair[0]) : 0;
}

void compose(std::vector<Rewrite>& points) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t kept = 0;
  std::size_t base = none;  // the last character of class 0, at its place among the kept ones
  int last_class = -1;      // of what was kept after the base; -1 for nothing
  for (const Rewrite point : points) {
    const int its_class = combining_class(point.point);
    if (base != none && (last_class < its_class || last_class == -1)) {
      if (const char32_t both = composed(points[base].point, point.point)) {
        // Two became one: it stands for what both stood for.
        points[base] = {both, points[base].change + point.change - 1};
        continue;
      }
    }
    if (its_class == 0) {
      base = kept;
      last_class = -1;
    } else {
      last_class = its_class;
    }
    points[kept++] = point;
  }
  points.resize(kept);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

}  // namespace

std::vector<Rewrite> normal_form(std::string_view text, NormalForm form) {
  const bool is_compatible = form == NormalForm::nfkc || form == NormalForm::nfkd;
  std::vector<Rewrite> points;
  points.reserve(text.size());
  for (std::size_t place = 0; place < text.size();) {
    append_decomposed(points, next_code_point(text, place), is_compatible);
  }
  reorder(points);
  if (form == NormalForm::nfc || form == NormalForm::nfkc) compose(points);
  return points;
}

AlignedText normalised(const AlignedText& text, NormalForm form) {
  return is_ascii(text.text()) ? text : text.rewritten(normal_form(text.text(), form));
}

}  // namespace attnscope
