#include "text/ontogum.hpp"

#include <cassert>

#include "core/error.hpp"
#include "core/utf8.hpp"

namespace attnscope {

void join_syntax(CoreferenceDocument& document, std::span<const TreebankSentence> sentences) {
  std::vector<Index> starts;
  std::vector<std::string> parts_of_speech;
  std::vector<Index> heads;
  for (const TreebankSentence& sentence : sentences) {
    const auto start = static_cast<Index>(heads.size());
    starts.push_back(start);
    for (const TreebankWord& word : sentence.words) {
      const std::size_t place = heads.size();
      // The columns leave out the word "|", which would end a field of theirs.
      if (place < document.words.size() && document.words[place].empty()) document.words[place] = word.form;
      if (place >= document.words.size() || document.words[place] != word.form) {
        const std::string found = place < document.words.size()
                                      ? "'" + printable(document.words[place], 40) + "'"
                                      : "no more words";
        throw Error(Error::Kind::input, printable(document.name, 100) + ": word " +
                                            std::to_string(place + 1) + ": expected '" +
                                            printable(word.form, 40) + "' as in its tree, found " + found);
      }
      parts_of_speech.push_back(word.part_of_speech);
      heads.push_back(word.head >= 0 ? start + word.head : -1);
    }
  }
  if (heads.size() != document.words.size()) {
    throw Error(Error::Kind::input, printable(document.name, 100) + ": " +
                                        std::to_string(document.words.size()) + " words, its trees have " +
                                        std::to_string(heads.size()));
  }
  document.sentence_starts = std::move(starts);
  document.parts_of_speech = std::move(parts_of_speech);
  document.heads = std::move(heads);
}

Index head_word(const CoreferenceDocument& document, const Mention& mention) {
  assert(document.heads.size() == document.words.size());
  Index found = -1;
  for (Index word = mention.first; word <= mention.last; ++word) {
    const Index head = document.heads[static_cast<std::size_t>(word)];
    if (head >= mention.first && head <= mention.last) continue;
    if (document.parts_of_speech[static_cast<std::size_t>(word)] != "PUNCT") return word;
    if (found < 0) found = word;
  }
  return found < 0 ? mention.last : found;
}

}  // namespace attnscope
