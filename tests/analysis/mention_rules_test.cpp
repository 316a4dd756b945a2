// Head words, classes and the rules that choose an antecedent, on a text small enough to check by eye.
#include "analysis/mention_rules.hpp"

#include "support/catch.hpp"

using namespace attnscope;

namespace {

/// "Anna met the old king of France . The king saw her and he smiled ."
CoreferenceDocument document() {
  CoreferenceDocument result;
  result.words = {"Anna", "met", "the", "old", "king", "of", "France", ".",
                  "The",  "king", "saw", "her", "and", "he", "smiled", "."};
  result.sentence_starts = {0, 8};
  return result;
}

const Mention anna{0, 0, 0};
const Mention old_king{2, 6, 1};
const Mention france{6, 6, 2};
const Mention king{8, 9, 1};
const Mention her{11, 11, 0};
const Mention he{13, 13, 1};

}  // namespace

TEST_CASE("without syntax the head stands before what follows a noun", "[mention-rules]") {
  CHECK(head_of(document(), old_king) == 4);
  CHECK(head_of(document(), king) == 9);
  CHECK(head_of(document(), anna) == 0);
}

TEST_CASE("classes come from a closed list and capitals, or from tags", "[mention-rules]") {
  CoreferenceDocument text = document();
  CHECK(class_of(text, her) == MentionClass::pronoun);
  CHECK(class_of(text, france) == MentionClass::proper);
  CHECK(class_of(text, old_king) == MentionClass::nominal);
  CHECK(class_of(text, anna) == MentionClass::nominal);  // a sentence's first word tells nothing
  text.parts_of_speech.assign(text.words.size(), "NOUN");
  text.parts_of_speech[0] = "PROPN";
  CHECK(class_of(text, anna) == MentionClass::proper);
}

TEST_CASE("the sieve takes the same words, the same head, agreement, then the nearest", "[mention-rules]") {
  const CoreferenceDocument text = document();
  CHECK(nearest_mention({anna, old_king, france}) == 2);
  CHECK(nearest_mention({}) == -1);
  CHECK(nearest_same_head(text, {anna, old_king, france}, king) == 1);
  CHECK(nearest_same_head(text, {anna, france}, king) == -1);
  CHECK(sieve(text, {anna, old_king, france}, king) == 1);
  // "her" is feminine, kings are not; nothing says what France and Anna are.
  CHECK(sieve(text, {anna, old_king}, her) == 0);
  CHECK(sieve(text, {old_king, her}, he) == 0);
}
