#include "cli/structure_pictures.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "analysis/mention_rules.hpp"
#include "analysis/word_map.hpp"
#include "cli/text_words.hpp"
#include "core/build_info.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"
#include "render/arcs.hpp"
#include "render/links.hpp"
#include "render/png.hpp"

namespace attnscope::cli {
namespace {

constexpr double least_weight = 0.05;  ///< of a link that is drawn

std::string two_decimals(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", number);
  return text;
}

std::string place_of(LayerHead head) {
  return "layer " + std::to_string(head.layer) + ", head " + std::to_string(head.head);
}

/// The chosen heads, or the one that has the role. Throws: Error(usage) where there is none.
std::vector<const SourcedMap*> maps_of(const PictureContext& context, const std::vector<LayerHead>& chosen,
                                       std::string_view role, std::string_view option) {
  std::vector<LayerHead> heads = chosen;
  for (const HeadRole& one : context.source->roles) {
    if (chosen.empty() && one.role == role) heads.push_back({one.layer, one.head});
  }
  std::vector<const SourcedMap*> maps;
  for (const LayerHead& head : heads) {
    const SourcedMap* map = context.text->find(head);
    if (map != nullptr && map->map.weights.rows() == map->map.weights.cols()) maps.push_back(map);
  }
  if (maps.empty()) {
    throw Error(Error::Kind::usage, printable(context.source->name) + ": no head is declared for the role " + std::string(role),
                "name one with " + std::string(option) + " L:H");
  }
  return maps;
}

std::vector<Word> labels_of(const TextWords& text) {
  std::vector<Word> words;
  for (std::size_t word = 0; word < text.words.size(); ++word) {
    words.push_back({.label = {.text = text.words[word]}, .is_joined = text.is_joined[word] != 0});
  }
  return words;
}

/// No letter or digit; general punctuation beyond ASCII (dashes, curly quotes) begins with the bytes E2 80.
bool is_punctuation(const std::string& word) {
  if (word.starts_with("\xE2\x80")) return true;
  return std::none_of(word.begin(), word.end(), [](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x80U || std::isalnum(value) != 0;
  });
}

/// The strongest of the first `candidates` columns but the word itself.
Index strongest(const DoubleMatrix& map, Index word, Index candidates) {
  Index best = -1;
  for (Index other = 0; other < candidates; ++other) {
    if (other != word && map(word, other) > 0.0 && (best < 0 || map(word, other) > map(word, best))) best = other;
  }
  return best;
}

std::vector<PngText> provenance(const PictureContext& context, const std::string& title) {
  return {{"Title", title},
          {"Software", "attnscope " + std::string(version())},
          {"Description", shown_text(*context.text)}};
}

/// Arcs of one word: what the head says, and what the gold tree says where it differs.
void add_arcs(std::vector<Arc>& arcs, const DoubleMatrix& map, Index word, const TreebankWord* gold) {
  const Index words = map.rows() - 1;
  const Index found = strongest(map, word, words + 1);
  if (found < 0) return;
  const auto end_of = [&](Index head) { return head < 0 || head == words ? word : head; };
  Arc arc{.from = word, .to = end_of(found), .weight = std::min(1.0, map(word, found)), .name = {}};
  if (gold != nullptr && gold->head != TreebankWord::no_head) {
    const bool is_right = end_of(gold->head) == arc.to;
    arc.judgement = is_right ? Judgement::right : Judgement::wrong;
    if (is_right) arc.name = gold->relation;
    if (!is_right) {
      arcs.push_back({.from = word, .to = end_of(gold->head), .judgement = Judgement::missed, .name = gold->relation});
    }
  }
  arcs.push_back(arc);
}

std::string arcs_png(const PictureContext& context, const SourcedMap& map, const TreebankSentence* gold) {
  const TokenizedText& tokens = context.text->queries;
  const TextWords text = gold != nullptr ? words_of_sentence(*gold, tokens) : words_of_tokens(tokens);
  const DoubleMatrix words = WordMapper(text.tokens, text.count()).apply(map.map.weights, {});
  ArcsSpec spec;
  spec.words = labels_of(text);
  Index right = 0;
  Index judged = 0;
  for (Index word = 0; word < text.count(); ++word) {
    const auto place = static_cast<std::size_t>(word);
    const TreebankWord* word_gold = gold != nullptr ? &gold->words[place] : nullptr;
    if (word_gold != nullptr ? word_gold->part_of_speech == "PUNCT" : is_punctuation(text.words[place])) continue;
    add_arcs(spec.arcs, words, word, word_gold);
    if (word_gold == nullptr || spec.arcs.empty()) continue;
    ++judged;
    right += spec.arcs.back().judgement == Judgement::right ? 1 : 0;
  }
  const HeadRole* role = role_of(*context.source, map.kind, {map.map.layer, map.map.head});
  spec.caption.title = title_of(context, map);
  spec.caption.subtitle = subtitle_of(context) + " · from each word to the word it attends to most; a root comes from above";
  spec.caption.text = gold != nullptr ? std::to_string(right) + " of " + std::to_string(judged) +
                                            " heads as in the gold tree, punctuation left out"
                                      : std::string();
  if (role != nullptr) spec.caption.note = role->note;
  spec.page = context.options.page();
  return encode_png(draw_arcs(spec), provenance(context, spec.caption.title));
}

/// The words that links start from: those spelled so, the one of that number, or every pronoun.
std::vector<Index> starts_of(const TextWords& text, const std::string& from) {
  std::vector<Index> starts;
  for (Index word = 0; word < text.count(); ++word) {
    const std::string& spelled = text.words[static_cast<std::size_t>(word)];
    if (from.empty() ? is_personal_pronoun(spelled) : spelled == from) starts.push_back(word);
  }
  const bool is_number = !from.empty() && from.size() < 10 && from.find_first_not_of("0123456789") == std::string::npos;
  if (starts.empty() && is_number && std::stol(from) < text.count()) starts.push_back(std::stol(from));
  if (starts.empty() && !from.empty()) {
    throw Error(Error::Kind::usage, "--from " + printable(from, 60) + ": the text has no such word",
                "give a word as it is spelled, or its number from 0");
  }
  return starts;
}

/// "largest weight 0.83, entropy 0.52 nats": how sharp a row is over the words.
std::string sharpness(const DoubleMatrix& map, Index word) {
  double sum = 0.0;
  double largest = 0.0;
  for (Index other = 0; other + 1 < map.cols(); ++other) {
    if (other == word) continue;
    sum += map(word, other);
    largest = std::max(largest, map(word, other));
  }
  double entropy = 0.0;
  for (Index other = 0; other + 1 < map.cols() && sum > 0.0; ++other) {
    const double share = map(word, other) / sum;
    if (other != word && share > 0.0) entropy -= share * std::log(share);
  }
  return "largest weight " + two_decimals(largest) + ", entropy over other words " + two_decimals(entropy) + " nats";
}

void add_links(std::vector<Arc>& links, const DoubleMatrix& map, Index word, Index source, bool shows_all) {
  const Index words = map.rows() - 1;
  const Index best = strongest(map, word, words);
  for (Index other = 0; other < words; ++other) {
    const bool is_shown = map(word, other) >= least_weight && (shows_all || other == best);
    if (other == word || !is_shown) continue;
    links.push_back({.from = word, .to = other, .weight = std::min(1.0, map(word, other)), .source = source,
                     .name = two_decimals(map(word, other))});
  }
}

std::string links_png(const PictureContext& context, const std::vector<const SourcedMap*>& maps, const std::string& from) {
  const TextWords text = words_of_tokens(context.text->queries);
  const std::vector<Index> starts = starts_of(text, from);
  LinksSpec spec;
  spec.words = labels_of(text);
  for (std::size_t source = 0; source < maps.size(); ++source) {
    const LayerHead head{maps[source]->map.layer, maps[source]->map.head};
    const DoubleMatrix words = WordMapper(text.tokens, text.count()).apply(maps[source]->map.weights, {});
    spec.sources.push_back(place_of(head));
    for (const Index word : starts) {
      add_links(spec.links, words, word, static_cast<Index>(source), !from.empty());
      if (from.empty()) continue;
      spec.caption.text += (spec.caption.text.empty() ? "" : "; ") + text.words[static_cast<std::size_t>(word)] + " in " +
                           place_of(head) + ": " + sharpness(words, word);
    }
  }
  spec.caption.title = from.empty() ? "each pronoun and the word it attends to most" : "from “" + from + "”";
  spec.caption.subtitle = subtitle_of(context) + (maps.size() == 1 ? " · " + spec.sources.front() : "");
  for (const SourcedMap* map : maps) {
    const HeadRole* role = role_of(*context.source, map->kind, {map->map.layer, map->map.head});
    if (role == nullptr || role->note.empty()) continue;
    spec.caption.note += (spec.caption.note.empty() ? "" : "; ") +
                         (maps.size() > 1 ? place_of({map->map.layer, map->map.head}) + ": " : std::string()) + role->note;
  }
  if (from.empty()) {
    spec.caption.text = starts.empty() ? "the text has no personal pronoun"
                                       : "no link where every word has less than " + two_decimals(least_weight);
  }
  if (maps.size() == 1) spec.sources.clear();
  spec.page = context.options.page();
  return encode_png(draw_links(spec), provenance(context, spec.caption.title));
}

}  // namespace

void StructurePictures::declare(Options& options) {
  options.group("Structure");
  options.flag("--dependencies", dependencies_, "arcs.png: what the dependency head takes for syntactic heads");
  options.value("--conllu", conllu_, "FILE", "sentences with gold trees to compare the arcs with");
  options.flag("--coreference", coreference_, "links.png: which words the pronouns attend to");
  options.value("--from", from_, "WORD", "links of this word alone, or of the word of that number");
}

std::vector<InputText> StructurePictures::read_texts(const std::vector<std::string>& files) {
  if (!files.empty()) {
    throw Error(Error::Kind::usage, "--conllu brings its own sentences, and a file is given too");
  }
  dependencies_ = true;
  sentences_ = read_conllu(conllu_);
  std::vector<InputText> texts;
  const std::string name = conllu_ == "-" ? "standard input" : printable(std::filesystem::path(conllu_).filename().string());
  for (const TreebankSentence& sentence : sentences_) {
    texts.push_back({.text = sentence.rebuilt_text(), .source = name + ":" + std::to_string(sentence.line)});
  }
  return texts;
}

std::vector<PictureTask> StructurePictures::tasks(const PictureContext& context, Index text,
                                                  const std::vector<LayerHead>& chosen) const {
  std::vector<PictureTask> tasks;
  if (dependencies_) {
    const SourcedMap* map = maps_of(context, chosen, "dependency", "--dependency-head").front();
    const TreebankSentence* gold = sentences_.empty() ? nullptr : &sentences_[static_cast<std::size_t>(text)];
    tasks.push_back({"arcs.png", [&context, map, gold] { return arcs_png(context, *map, gold); }});
  }
  if (coreference_ || !from_.empty()) {
    tasks.push_back({"links.png",
                     [&context, maps = maps_of(context, chosen, "antecedent", "--antecedent-head"), from = from_] {
                       return links_png(context, maps, from);
                     }});
  }
  return tasks;
}

}  // namespace attnscope::cli
