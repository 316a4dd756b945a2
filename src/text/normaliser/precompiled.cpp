// Precompiled: SentencePiece's character map, applied as the published tokenizers of this kind apply it: to
// short grapheme clusters as a whole, else to single characters, and by the shortest string of the map that
// fits.
#include "text/normaliser/precompiled.hpp"

#include <utf8proc.h>

#include <utility>

#include "core/utf8.hpp"
#include "text/growth.hpp"

namespace attnscope {
namespace {

constexpr std::size_t most_cluster_bytes = 5;

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t place = 0; place < text.size(); ++count) next_code_point(text, place);
  return count;
}

/// Past the grapheme cluster that starts at `place`.
std::size_t cluster_end(std::string_view text, std::size_t place) {
  utf8proc_int32_t state = 0;
  char32_t before = next_code_point(text, place);
  while (place < text.size()) {
    std::size_t next = place;
    const char32_t point = next_code_point(text, next);
    if (utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(before),
                                         static_cast<utf8proc_int32_t>(point), &state) != 0) {
      break;
    }
    before = point;
    place = next;
  }
  return place;
}

class Precompiled final : public TextNormaliser {
 public:
  Precompiled(CharacterMap map, std::string where) : map_(std::move(map)), where_(std::move(where)) {}

  AlignedText normalise(const AlignedText& text) const override {
    const std::string_view bytes = text.text();
    std::vector<Rewrite> points;
    points.reserve(bytes.size());
    for (std::size_t place = 0; place < bytes.size();) {
      const std::size_t end = cluster_end(bytes, place);
      add_cluster(points, bytes.substr(place, end - place));
      check_growth(bytes.size(), points.size(), where_);
      place = end;
    }
    return text.rewritten(points);
  }

 private:
  void add_cluster(std::vector<Rewrite>& points, std::string_view cluster) const {
    if (cluster.size() <= most_cluster_bytes) {
      if (const auto match = map_.shortest(cluster)) return add_replaced(points, cluster, match->replacement);
    }
    for (std::size_t place = 0; place < cluster.size();) {
      const std::size_t start = place;
      const char32_t point = next_code_point(cluster, place);
      const std::string_view character = cluster.substr(start, place - start);
      if (const auto match = map_.shortest(character)) {
        add_replaced(points, character, match->replacement);
      } else {
        points.push_back({point, 0});
      }
    }
  }

  /// Old and new characters stand for each other one by one; what is left over on either side goes with the
  /// last.
  static void add_replaced(std::vector<Rewrite>& points, std::string_view old_part,
                           std::string_view new_part) {
    std::size_t left = character_count(old_part);
    for (std::size_t place = 0; place < new_part.size();) {
      points.push_back({next_code_point(new_part, place), left > 0 ? 0 : 1});
      left -= left > 0 ? 1U : 0U;
    }
    if (left > 0 && !points.empty()) points.back().change -= static_cast<int>(left);
  }

  CharacterMap map_;
  std::string where_;
};

const RegisteredPart<TextNormaliser> registered{
    "Precompiled",
    [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const TextNormaliser> {
      const std::string place = where + ".precompiled_charsmap";
      const JsonNode* map = node.find("precompiled_charsmap");
      const std::string bytes = map != nullptr ? decode_base64(map->text(place), place) : std::string();
      return make_precompiled(CharacterMap(bytes, place), where);
    }};

}  // namespace

std::unique_ptr<const TextNormaliser> make_precompiled(CharacterMap map, const std::string& where) {
  return std::make_unique<Precompiled>(std::move(map), where);
}

}  // namespace attnscope
