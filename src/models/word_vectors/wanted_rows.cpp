// A hash look-up for each word of the table; the table's own words are never stored.
#include "models/word_vectors/wanted_rows.hpp"

#include <utf8proc.h>

#include <algorithm>

#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::string_view unknown = "<unk>";

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result;
  if (find_invalid_utf8(text) != std::string_view::npos) return std::string(text);
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t letter = next_code_point(text, offset);
    append_utf8(result, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(letter))));
  }
  return result;
}

WantedRows::WantedRows(std::span<const std::string> words) {
  for (const std::string& word : words) want(word, true);
  for (const std::string& word : words) want(lower_case(word), false);
  want(std::string(unknown), false);
}

void WantedRows::want(const std::string& word, bool is_exact) {
  const bool is_new = places_.emplace(word, static_cast<Index>(found_.size())).second;
  if (!is_new) return;
  found_.push_back(false);
  is_exact_.push_back(is_exact);
  exact_left_ += is_exact ? 1 : 0;
}

Index WantedRows::place(std::string_view word) const {
  if (noted_ != nullptr) {
    noted_->emplace_back(word);
    return -1;
  }
  const auto wanted = places_.find(word);
  if (wanted == places_.end() || found_[static_cast<std::size_t>(wanted->second)]) return -1;
  return wanted->second;
}

std::span<float> WantedRows::take(Index place) {
  found_[static_cast<std::size_t>(place)] = true;
  exact_left_ -= is_exact_[static_cast<std::size_t>(place)] ? 1 : 0;
  return rows_.row(place);
}

const Index* WantedRows::found_place(std::string_view word) const {
  const auto wanted = places_.find(word);
  return wanted != places_.end() && found_[static_cast<std::size_t>(wanted->second)] ? &wanted->second
                                                                                     : nullptr;
}

EmbeddingTable WantedRows::table(std::span<const std::string> words) const {
  EmbeddingTable table;
  table.vectors = Matrix(static_cast<Index>(words.size()), dim());
  for (std::size_t word = 0; word < words.size(); ++word) {
    std::string entry = words[word];
    const Index* place = found_place(entry);
    if (place == nullptr) place = found_place(entry = lower_case(words[word]));
    table.found.push_back(place != nullptr);
    if (place == nullptr) place = found_place(entry = unknown);
    table.entries.push_back(place != nullptr ? entry : std::string());
    if (place == nullptr) continue;
    std::ranges::copy(rows_.row(*place), table.vectors.row(static_cast<Index>(word)).begin());
  }
  return table;
}

}  // namespace attnscope
