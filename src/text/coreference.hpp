// Texts with coreference: words, sentences, and the mentions that name the same thing.
#pragma once

#include <string>
#include <vector>

#include "core/matrix.hpp"

namespace attnscope {

/// A stretch of words that names something.
struct Mention {
  Index first = 0;  ///< words of the document, both included
  Index last = 0;
  Index cluster = 0;  ///< mentions of one cluster name the same thing
  bool operator==(const Mention&) const = default;
};

struct CoreferenceDocument {
  std::string name = {};
  std::string part = {};                ///< "0", where the file numbers parts of documents
  std::vector<std::string> words = {};  ///< empty strings where the file gives no words
  std::vector<Index> sentence_starts =
      {};                              ///< index of the first word of each sentence; one sentence if unmarked
  std::vector<Mention> mentions = {};  ///< by first word, longer ones first
  std::vector<std::string> cluster_names = {};  ///< as the file names them, by cluster

  /// Filled where the file gives syntax, else empty: per word its part of speech (UPOS or Penn's tag) and its
  /// head (a word of the document, or -1).
  std::vector<std::string> parts_of_speech = {};
  std::vector<Index> heads = {};

  Index word_count() const { return static_cast<Index>(words.size()); }
  Index cluster_count() const { return static_cast<Index>(cluster_names.size()); }
};

}  // namespace attnscope
