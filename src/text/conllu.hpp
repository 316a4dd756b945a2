// Treebanks in CoNLL-U: words with their heads and relations.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/matrix.hpp"
#include "text/text_file.hpp"

namespace attnscope {

/// A syntactic word. Fields that the file leaves as "_" are empty, but for form and lemma.
struct TreebankWord {
  static constexpr Index root = -1;     ///< the head of a root
  static constexpr Index no_head = -2;  ///< the file gives none

  std::string form;
  std::string lemma = {};
  std::string part_of_speech = {};  ///< UPOS: "NOUN"
  std::string language_tag = {};    ///< XPOS
  std::string features = {};        ///< "Case=Nom|Number=Sing"
  Index head = no_head;             ///< index of a word of the sentence, `root` or `no_head`
  std::string relation = {};        ///< "nsubj:pass"
  std::string miscellaneous = {};   ///< "Entity=(3-person|SpaceAfter=No"
  bool is_followed_by_space = true;
};

/// Several words that are written as one: the French "du" for "de" and "le".
struct MultiwordToken {
  Index first = 0;  ///< words, both included
  Index last = 0;
  std::string form;
  bool is_followed_by_space = true;
};

struct TreebankSentence {
  std::string id = {};        ///< "# sent_id"
  std::string document = {};  ///< the last "# newdoc id"
  std::string text = {};      ///< "# text", or else rebuilt from forms and spaces
  std::vector<TreebankWord> words = {};
  std::vector<MultiwordToken> multiword_tokens = {};
  Index empty_nodes = 0;  ///< nodes such as 8.1: counted and left out
  Index line = 0;         ///< of its first word, from 1

  std::vector<std::string> forms() const;
  /// The surface text from forms and SpaceAfter=No; a multiword token stands for its words.
  std::string rebuilt_text() const;
};

/// The sentences of a treebank, or of standard input for "-".
/// Throws: Error(input) with file and line for a line that has not ten fields, ids that do not count up, a
/// range that does not fit and a head that is no word of the sentence; and where there is no sentence.
std::vector<TreebankSentence> read_conllu(const std::filesystem::path& path,
                                          InvalidUtf8 invalid = InvalidUtf8::refuse);

/// The same of text that is UTF-8; `name` stands for the file in errors.
std::vector<TreebankSentence> parse_conllu(std::string_view text, const std::string& name);

}  // namespace attnscope
