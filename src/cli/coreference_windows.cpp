#include "cli/coreference_windows.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace attnscope::cli {
namespace {

/// First word of each window of a document, and the end.
std::vector<Index> window_starts(const CoreferenceDocument& document, const Tokenizer& tokenizer, Index most_tokens) {
  const Index around = tokenizer.encode_words(std::vector<std::string>{}).size();
  std::vector<Index> starts{0};
  Index used = around;
  for (std::size_t sentence = 0; sentence < document.sentence_starts.size(); ++sentence) {
    const Index first = document.sentence_starts[sentence];
    const Index end = sentence + 1 < document.sentence_starts.size() ? document.sentence_starts[sentence + 1]
                                                                     : document.word_count();
    const std::span<const std::string> words(document.words.data() + first, static_cast<std::size_t>(end - first));
    const Index tokens = tokenizer.encode_words(words).size() - around;
    if (used + tokens > most_tokens && first > starts.back()) {
      starts.push_back(first);
      used = around;
    }
    used += tokens;
  }
  starts.push_back(document.word_count());
  return starts;
}

bool is_among(const std::vector<Index>& words, Index word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The mentions of a window by their head words; one a word, the longest.
std::map<Index, Mention> mentions_by_head(const CoreferenceDocument& document, Index first, Index end) {
  std::map<Index, Mention> by_head;
  for (const Mention& mention : document.mentions) {
    if (mention.first >= first && mention.last < end) by_head.emplace(head_of(document, mention), mention);
  }
  return by_head;
}

CoreferenceWindow make_window(const CoreferenceDocument& document, Index first, Index end) {
  CoreferenceWindow window;
  window.words.assign(document.words.begin() + first, document.words.begin() + end);
  std::vector<Mention> earlier;
  std::vector<Index> earlier_heads;
  for (const auto& [head, mention] : mentions_by_head(document, first, end)) {
    window.mentions.push_back({.word = head - first, .cluster = mention.cluster});
    Anaphor anaphor;
    anaphor.word = head - first;
    for (std::size_t place = 0; place < earlier.size(); ++place) {
      if (earlier[place].cluster == mention.cluster) anaphor.antecedents.push_back(earlier_heads[place]);
    }
    if (!anaphor.antecedents.empty()) {
      anaphor.mention_class = class_of(document, mention);
      anaphor.candidates = earlier_heads;
      const auto is_right = [&](Index place) {
        return place >= 0 && is_among(anaphor.antecedents, earlier_heads[static_cast<std::size_t>(place)]);
      };
      anaphor.nearest_is_right = is_right(nearest_mention(earlier));
      anaphor.same_head_is_right = is_right(nearest_same_head(document, earlier, mention));
      anaphor.sieve_is_right = is_right(sieve(document, earlier, mention));
      window.anaphors.push_back(std::move(anaphor));
    }
    earlier.push_back(mention);
    earlier_heads.push_back(head - first);
  }
  return window;
}

}  // namespace

std::vector<CoreferenceWindow> cut_into_windows(const std::vector<CoreferenceDocument>& documents,
                                                const Tokenizer& tokenizer, Index most_tokens) {
  std::vector<CoreferenceWindow> windows;
  for (std::size_t index = 0; index < documents.size(); ++index) {
    const std::vector<Index> starts = window_starts(documents[index], tokenizer, most_tokens);
    for (std::size_t place = 0; place + 1 < starts.size(); ++place) {
      if (starts[place] == starts[place + 1]) continue;
      windows.push_back(make_window(documents[index], starts[place], starts[place + 1]));
      windows.back().document = static_cast<Index>(index);
    }
  }
  return windows;
}

}  // namespace attnscope::cli
