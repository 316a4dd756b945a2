#include "analysis/mention_rules.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "text/ontogum.hpp"

namespace attnscope {
namespace {

/// gender: m, f, n or ?; number: s, p or ?; person: 1, 2 or 3.
struct WordEntry {
  std::string_view word;
  char gender;
  char number;
  char person;
};

constexpr std::array<WordEntry, 44> pronouns{{
    {"i", '?', 's', '1'},         {"me", '?', 's', '1'},        {"my", '?', 's', '1'},
    {"mine", '?', 's', '1'},      {"myself", '?', 's', '1'},    {"we", '?', 'p', '1'},
    {"us", '?', 'p', '1'},        {"our", '?', 'p', '1'},       {"ours", '?', 'p', '1'},
    {"ourselves", '?', 'p', '1'}, {"you", '?', '?', '2'},       {"your", '?', '?', '2'},
    {"yours", '?', '?', '2'},     {"yourself", '?', 's', '2'},  {"yourselves", '?', 'p', '2'},
    {"he", 'm', 's', '3'},        {"him", 'm', 's', '3'},       {"his", 'm', 's', '3'},
    {"himself", 'm', 's', '3'},   {"she", 'f', 's', '3'},       {"her", 'f', 's', '3'},
    {"hers", 'f', 's', '3'},      {"herself", 'f', 's', '3'},   {"it", 'n', 's', '3'},
    {"its", 'n', 's', '3'},       {"itself", 'n', 's', '3'},    {"they", '?', 'p', '3'},
    {"them", '?', 'p', '3'},      {"their", '?', 'p', '3'},     {"theirs", '?', 'p', '3'},
    {"themselves", '?', 'p', '3'},{"this", 'n', 's', '3'},      {"that", '?', 's', '3'},
    {"these", '?', 'p', '3'},     {"those", '?', 'p', '3'},     {"who", '?', '?', '3'},
    {"whom", '?', '?', '3'},      {"whose", '?', '?', '3'},     {"which", 'n', '?', '3'},
    {"one", '?', 's', '3'},       {"thou", '?', 's', '2'},      {"thee", '?', 's', '2'},
    {"thy", '?', 's', '2'},       {"oneself", '?', 's', '3'},
}};

constexpr std::array<WordEntry, 42> gendered{{
    {"man", 'm', 's', '3'},      {"woman", 'f', 's', '3'},      {"men", 'm', 'p', '3'},
    {"women", 'f', 'p', '3'},    {"boy", 'm', 's', '3'},        {"girl", 'f', 's', '3'},
    {"father", 'm', 's', '3'},   {"mother", 'f', 's', '3'},     {"son", 'm', 's', '3'},
    {"daughter", 'f', 's', '3'}, {"brother", 'm', 's', '3'},    {"sister", 'f', 's', '3'},
    {"husband", 'm', 's', '3'},  {"wife", 'f', 's', '3'},       {"uncle", 'm', 's', '3'},
    {"aunt", 'f', 's', '3'},     {"king", 'm', 's', '3'},       {"queen", 'f', 's', '3'},
    {"prince", 'm', 's', '3'},   {"princess", 'f', 's', '3'},   {"lord", 'm', 's', '3'},
    {"lady", 'f', 's', '3'},     {"gentleman", 'm', 's', '3'},  {"gentlemen", 'm', 'p', '3'},
    {"ladies", 'f', 'p', '3'},   {"mr.", 'm', 's', '3'},        {"mrs.", 'f', 's', '3'},
    {"ms.", 'f', 's', '3'},      {"miss", 'f', 's', '3'},       {"sir", 'm', 's', '3'},
    {"madam", 'f', 's', '3'},    {"actor", 'm', 's', '3'},      {"actress", 'f', 's', '3'},
    {"people", '?', 'p', '3'},   {"children", '?', 'p', '3'},   {"grandfather", 'm', 's', '3'},
    {"grandmother", 'f', 's', '3'}, {"nephew", 'm', 's', '3'},  {"niece", 'f', 's', '3'},
    {"duke", 'm', 's', '3'},     {"duchess", 'f', 's', '3'},    {"captain", 'm', 's', '3'},
}};

/// After these a noun phrase goes on behind its head.
constexpr std::array<std::string_view, 22> enders{
    ",",    "of",   "in",   "on",   "at",      "to",    "for",    "with", "from", "by",   "about",
    "who",  "whom", "whose", "which", "that",  "where", "when",   "(",    "--",   ";",    ":"};

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& letter : result) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return result;
}

const std::string& word_at(const CoreferenceDocument& document, Index word) {
  return document.words[static_cast<std::size_t>(word)];
}

const WordEntry* find(std::span<const WordEntry> entries, std::string_view word) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const WordEntry& entry) { return entry.word == word; });
  return found == entries.end() ? nullptr : &*found;
}

std::string words_of_mention(const CoreferenceDocument& document, const Mention& mention) {
  std::string text;
  for (Index word = mention.first; word <= mention.last; ++word) text += lower(word_at(document, word)) + " ";
  return text;
}

WordEntry features_of(const CoreferenceDocument& document, const Mention& mention) {
  const Index head = head_of(document, mention);
  const std::string head_word = lower(word_at(document, head));
  if (const WordEntry* entry = find(pronouns, head_word)) return *entry;
  for (Index word = mention.first; word <= head; ++word) {
    if (const WordEntry* entry = find(gendered, lower(word_at(document, word)))) return *entry;
  }
  const std::string tag = document.parts_of_speech.empty()
                              ? std::string()
                              : document.parts_of_speech[static_cast<std::size_t>(head)];
  const bool is_plural = tag == "NNS" || tag == "NNPS" ||
                         (class_of(document, mention) == MentionClass::nominal && head_word.size() > 3 &&
                          head_word.back() == 's' && head_word[head_word.size() - 2] != 's');
  return {"", '?', is_plural ? 'p' : 's', '3'};
}

bool agree(char one, char two) {
  return one == '?' || two == '?' || one == two;
}

template <typename Passes>
Index nearest_that(const std::vector<Mention>& earlier, const Passes& passes) {
  for (std::size_t back = earlier.size(); back-- > 0;) {
    if (passes(earlier[back])) return static_cast<Index>(back);
  }
  return -1;
}

}  // namespace

std::string_view name_of(MentionClass mention_class) {
  switch (mention_class) {
    case MentionClass::pronoun:
      return "pronoun";
    case MentionClass::proper:
      return "proper name";
    case MentionClass::nominal:
      return "nominal";
  }
  return "";
}

Index head_of(const CoreferenceDocument& document, const Mention& mention) {
  if (!document.heads.empty()) return head_word(document, mention);
  for (Index word = mention.first + 1; word <= mention.last; ++word) {
    const std::string text = lower(word_at(document, word));
    if (std::find(enders.begin(), enders.end(), text) != enders.end()) return word - 1;
  }
  return mention.last;
}

MentionClass class_of(const CoreferenceDocument& document, const Mention& mention) {
  const Index head = head_of(document, mention);
  const std::string& word = word_at(document, head);
  if (find(pronouns, lower(word)) != nullptr) return MentionClass::pronoun;
  if (!document.parts_of_speech.empty()) {
    const std::string& tag = document.parts_of_speech[static_cast<std::size_t>(head)];
    if (tag == "PRON" || tag.starts_with("PRP")) return MentionClass::pronoun;
    return tag == "PROPN" || tag == "NNP" || tag == "NNPS" ? MentionClass::proper : MentionClass::nominal;
  }
  const bool is_capital = !word.empty() && word.front() >= 'A' && word.front() <= 'Z';
  const bool is_first = std::binary_search(document.sentence_starts.begin(), document.sentence_starts.end(), head);
  return is_capital && !is_first ? MentionClass::proper : MentionClass::nominal;
}

Index nearest_mention(const std::vector<Mention>& earlier) {
  return static_cast<Index>(earlier.size()) - 1;
}

Index nearest_same_head(const CoreferenceDocument& document, const std::vector<Mention>& earlier,
                        const Mention& mention) {
  const std::string head = lower(word_at(document, head_of(document, mention)));
  return nearest_that(
      earlier, [&](const Mention& other) { return lower(word_at(document, head_of(document, other))) == head; });
}

Index sieve(const CoreferenceDocument& document, const std::vector<Mention>& earlier, const Mention& mention) {
  const std::string text = words_of_mention(document, mention);
  const Index same_text =
      nearest_that(earlier, [&](const Mention& other) { return words_of_mention(document, other) == text; });
  if (same_text >= 0) return same_text;
  const Index same_head = nearest_same_head(document, earlier, mention);
  if (same_head >= 0) return same_head;
  const WordEntry wanted = features_of(document, mention);
  const Index agreeing = nearest_that(earlier, [&](const Mention& other) {
    const WordEntry found = features_of(document, other);
    return agree(wanted.gender, found.gender) && agree(wanted.number, found.number) &&
           wanted.person == found.person;
  });
  return agreeing >= 0 ? agreeing : nearest_mention(earlier);
}

std::string describe_lexicons() {
  return std::to_string(pronouns.size()) + " pronouns, " + std::to_string(gendered.size()) +
         " nouns and titles of known gender or number, " + std::to_string(enders.size()) +
         " words that end a noun phrase's head";
}

bool is_personal_pronoun(std::string_view word) {
  const WordEntry* entry = find(pronouns, lower(word));
  // The list has first and second persons, then he to themselves, then demonstratives and relatives.
  constexpr Index first_he = 15;
  constexpr Index after_themselves = 31;
  const Index place = entry == nullptr ? -1 : entry - pronouns.data();
  return place >= first_he && place < after_themselves;
}

char gender_of(std::string_view word) {
  const WordEntry* entry = find(pronouns, word);
  return entry == nullptr ? '?' : entry->gender;
}

}  // namespace attnscope
