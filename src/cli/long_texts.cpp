#include "cli/long_texts.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/error.hpp"

namespace attnscope::cli {

void LongTextOptions::declare(Options& options) {
  options.flag("--truncate", truncates, "cut a text that is longer than the model's positions");
  options.value("--window", window, "N", "slide a window of N tokens over a longer text", 0, 1'000'000);
  options.value("--overlap", overlap, "N", "tokens that neighbouring windows share; -1 is half of a window",
                -1, 1'000'000);
}

void LongTextOptions::check(Index most_tokens) const {
  if (truncates && window > 0)
    throw Error(Error::Kind::usage, "--truncate and --window cannot be given together");
  if (overlap >= 0 && window == 0) throw Error(Error::Kind::usage, "--overlap goes with --window");
  if (window > 0 && most_tokens > 0 && window > most_tokens) {
    throw Error(Error::Kind::usage, "--window " + std::to_string(window) + ": the model takes at most " +
                                        std::to_string(most_tokens) + " tokens");
  }
}

std::vector<TokenWindow> windows_over(Index count, Index room, Index overlap) {
  assert(overlap >= 0 && overlap < room);
  std::vector<TokenWindow> windows;
  for (Index first = 0;; first += room - overlap) {
    if (first + room >= count) {
      windows.push_back({std::max<Index>(0, count - room), count});
      return windows;
    }
    windows.push_back({first, first + room});
  }
}

TextEnds ends_of(const TokenizedText& text) {
  TextEnds ends;
  const Index count = text.size();
  const auto is_special = [&](Index token) { return text.tokens[static_cast<std::size_t>(token)].special; };
  while (ends.before < count && is_special(ends.before)) ++ends.before;
  while (ends.before + ends.after < count && is_special(count - 1 - ends.after)) ++ends.after;
  return ends;
}

TokenizedText truncated(const TokenizedText& text, Index most_tokens) {
  if (text.size() <= most_tokens) return text;
  const TextEnds ends = ends_of(text);
  const Index room = std::max<Index>(0, most_tokens - ends.before - ends.after);
  return window_of(text, {0, room});
}

TokenizedText window_of(const TokenizedText& text, const TokenWindow& window) {
  const TextEnds ends = ends_of(text);
  TokenizedText part{.text = text.text, .second_text = text.second_text, .tokens = {}};
  for (Index token = 0; token < text.size(); ++token) {
    const Index place = token - ends.before;
    const bool is_end = token < ends.before || token >= text.size() - ends.after;
    if (is_end || (place >= window.first && place < window.last))
      part.tokens.push_back(text.tokens[static_cast<std::size_t>(token)]);
  }
  return part;
}

WindowedMaps::WindowedMaps(const TokenizedText& text, std::vector<TokenWindow> windows)
    : tokens_(text.size()), ends_(ends_of(text)), windows_(std::move(windows)) {}

TokenWindow WindowedMaps::holders(Index token) const {
  const Index place = token - ends_.before;
  const auto count = static_cast<Index>(windows_.size());
  if (place < 0 || token >= tokens_ - ends_.after) return {0, count - 1};
  const auto holds = [&](const TokenWindow& window) { return place >= window.first && place < window.last; };
  const auto first = std::ranges::find_if(windows_, holds);
  Index last = first - windows_.begin();
  while (last + 1 < count && holds(windows_[static_cast<std::size_t>(last + 1)])) ++last;
  return {first - windows_.begin(), last};
}

Index WindowedMaps::window_for(Index query, Index key) const {
  const TokenWindow of_query = holders(query);
  const TokenWindow of_key = holders(key);
  Index best = -1;
  double least = 0.0;
  const Index last = std::min(of_query.last, of_key.last);
  for (Index window = std::max(of_query.first, of_key.first); window <= last; ++window) {
    const TokenWindow& span = windows_[static_cast<std::size_t>(window)];
    const double centre = 0.5 * static_cast<double>(span.first + span.last - 1);
    const double distance = std::abs(centre - static_cast<double>(query - ends_.before));
    if (best >= 0 && distance >= least) continue;
    best = window;
    least = distance;
  }
  return best;
}

Index WindowedMaps::row_in(Index window, Index token) const {
  const TokenWindow& span = windows_[static_cast<std::size_t>(window)];
  if (token < ends_.before) return token;
  const Index from_end = tokens_ - token;
  if (from_end <= ends_.after) return ends_.before + span.last - span.first + ends_.after - from_end;
  return token - span.first;
}

void WindowedMaps::add(std::vector<SourcedMap> maps) {
  const Index window = added_++;
  if (whole_.empty()) {
    for (const SourcedMap& part : maps) {
      SourcedMap joined;
      joined.kind = part.kind;
      joined.map.layer = part.map.layer;
      joined.map.head = part.map.head;
      joined.map.part = part.map.part;
      joined.map.map_class = part.map.map_class;
      joined.map.weights = Matrix(tokens_, tokens_);
      joined.map.hidden = BasicMatrix<std::uint8_t>(tokens_, tokens_);
      std::ranges::fill(joined.map.hidden.numbers(), std::uint8_t{1});
      whole_.push_back(std::move(joined));
    }
  }
  assert(whole_.size() == maps.size());
  for (std::size_t place = 0; place < maps.size(); ++place)
    whole_[place].map.overflows += maps[place].map.overflows;
  for (Index query = 0; query < tokens_; ++query) {
    const TokenWindow of_query = holders(query);
    if (window < of_query.first || window > of_query.last) continue;
    for (Index key = 0; key < tokens_; ++key) {
      if (window_for(query, key) != window) continue;
      const Index row = row_in(window, query);
      const Index col = row_in(window, key);
      for (std::size_t place = 0; place < maps.size(); ++place) {
        const Map& part = maps[place].map;
        Map& joined = whole_[place].map;
        joined.weights(query, key) = part.weights(row, col);
        joined.hidden(query, key) = part.hidden.empty() ? std::uint8_t{0} : part.hidden(row, col);
      }
    }
  }
}

std::string long_text_note(const TextMaps& text) {
  std::string note;
  for (const auto& [what, how] : text.long_text) note += (note.empty() ? "" : ", ") + what + " " + how;
  return note;
}

std::vector<SourcedMap> WindowedMaps::take() && {
  assert(added_ == static_cast<Index>(windows_.size()));
  return std::move(whole_);
}

}  // namespace attnscope::cli
