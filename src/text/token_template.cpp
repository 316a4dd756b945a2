#include "text/token_template.hpp"

#include <utility>

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "text/vocabulary.hpp"

namespace attnscope {
namespace {

using Parts = std::vector<TemplatePart>;

constexpr TemplatePart first_text{.kind = TemplatePart::Kind::first_text};

TemplatePart second_text(Index segment) {
  return {.kind = TemplatePart::Kind::second_text, .segment = segment};
}

TemplatePart in_segment(TemplatePart part, Index segment) {
  part.segment = segment;
  return part;
}

/// "special_tokens": {"[CLS]": {"ids": [2], "tokens": ["[CLS]"]}, …}: one name may stand for several tokens.
Parts parts_of_name(const JsonNode& special, const std::string& name, Index segment,
                    const std::string& where) {
  const std::string place = where + ".special_tokens." + printable(name, 40);
  const JsonNode& entry = special.at(name, where + ".special_tokens");
  const auto& ids = entry.at("ids", place).items();
  const auto& pieces = entry.at("tokens", place).items();
  if (ids.size() != pieces.size()) {
    throw Error(Error::Kind::input, place + ": expected as many ids as tokens, found " +
                                        std::to_string(ids.size()) + " and " + std::to_string(pieces.size()));
  }
  Parts parts;
  for (std::size_t index = 0; index < ids.size(); ++index) {
    parts.push_back({.kind = TemplatePart::Kind::token,
                     .id = ids[index].whole(place + ".ids", 0, most_pieces),
                     .piece = pieces[index].text(place + ".tokens"),
                     .segment = segment});
  }
  return parts;
}

TemplatePart read_sequence(const JsonNode& node, Index segment, const std::string& where) {
  const std::string which = node.at("id", where).text(where + ".id");
  if (which != "A" && which != "B") {
    throw Error(Error::Kind::input, where + ".id: expected A or B, found '" + printable(which, 40) + "'");
  }
  return which == "B" ? second_text(segment) : in_segment(first_text, segment);
}

Parts read_parts(const JsonNode& list, const JsonNode& special, const std::string& where) {
  constexpr std::size_t most_parts = 1000;
  constexpr Index most_segments = 1000;
  Parts parts;
  for (const JsonNode& element : list.items()) {
    if (const JsonNode* token = element.find("SpecialToken")) {
      const Index segment = token->whole_or("type_id", 0, 0, most_segments, where);
      const std::string name = token->at("id", where).text(where + ".id");
      for (TemplatePart& part : parts_of_name(special, name, segment, where))
        parts.push_back(std::move(part));
    } else {
      const JsonNode& sequence = element.at("Sequence", where);
      parts.push_back(
          read_sequence(sequence, sequence.whole_or("type_id", 0, 0, most_segments, where), where));
    }
    if (parts.size() > most_parts) {
      throw Error(Error::Kind::input, where + ": more than " + std::to_string(most_parts) + " elements");
    }
  }
  return parts;
}

TokenTemplate read_template_processing(const JsonNode& node, const std::string& where) {
  const JsonNode none;
  const JsonNode* found = node.find("special_tokens");
  const JsonNode& special = found != nullptr ? *found : none;
  TokenTemplate result;
  result.single = read_parts(node.at("single", where), special, where + ".single");
  result.pair = read_parts(node.at("pair", where), special, where + ".pair");
  return result;
}

TemplatePart read_token(const JsonNode& node, std::string_view key, const std::string& where) {
  const std::string place = where + "." + std::string(key);
  const auto& items = node.at(key, where).items();
  if (items.size() != 2) throw Error(Error::Kind::input, place + ": expected [\"token\", id]");
  return {.kind = TemplatePart::Kind::token,
          .id = items[1].whole(place, 0, most_pieces),
          .piece = items[0].text(place)};
}

/// [CLS] A [SEP] and [CLS] A [SEP] B [SEP].
TokenTemplate read_bert_processing(const JsonNode& node, const std::string& where) {
  const TemplatePart cls = read_token(node, "cls", where);
  const TemplatePart sep = read_token(node, "sep", where);
  return {.single = {cls, first_text, sep},
          .pair = {cls, first_text, sep, second_text(1), in_segment(sep, 1)}};
}

void read_trimming(const JsonNode& node, const std::string& where, TokenTemplate& result) {
  result.trims_spaces = node.flag_or("trim_offsets", true, where);
  result.keeps_first_space = node.flag_or("add_prefix_space", true, where);
}

/// <s> A </s> and <s> A </s></s> B </s>, all of segment 0.
TokenTemplate read_roberta_processing(const JsonNode& node, const std::string& where) {
  const TemplatePart cls = read_token(node, "cls", where);
  const TemplatePart sep = read_token(node, "sep", where);
  TokenTemplate result{.single = {cls, first_text, sep},
                       .pair = {cls, first_text, sep, sep, second_text(0), sep}};
  read_trimming(node, where, result);
  return result;
}

TokenTemplate read_byte_level(const JsonNode& node, const std::string& where) {
  TokenTemplate result = bare_template();
  read_trimming(node, where, result);
  return result;
}

bool adds_tokens(const TokenTemplate& candidate) {
  return candidate.single.size() != 1 || candidate.pair.size() != 2;
}

/// At most one of them may put tokens around the text; ByteLevel only trims spans.
TokenTemplate read_sequence_of_processors(const JsonNode& node, const std::string& where) {
  TokenTemplate result = bare_template();
  for (const JsonNode& processor : node.at("processors", where).items()) {
    TokenTemplate one = read_template(processor, where + ".processors");
    if (one.trims_spaces) {
      result.trims_spaces = true;
      result.keeps_first_space = one.keeps_first_space;
    }
    if (!adds_tokens(one)) continue;
    if (adds_tokens(result)) {
      throw Error(Error::Kind::unsupported, where + ": two processors put tokens around the text");
    }
    result.single = std::move(one.single);
    result.pair = std::move(one.pair);
  }
  return result;
}

}  // namespace

TokenTemplate bare_template() {
  return {.single = {first_text}, .pair = {first_text, second_text(1)}};
}

TokenTemplate plain_template(const TemplatePart& start, const TemplatePart& end) {
  TokenTemplate result;
  const auto add = [](Parts& parts, const TemplatePart& part) {
    if (part.kind != TemplatePart::Kind::token || part.id >= 0) parts.push_back(part);
  };
  for (const TemplatePart& part : {start, first_text, end}) add(result.single, part);
  for (const TemplatePart& part : {start, first_text, end, second_text(1), in_segment(end, 1)}) {
    add(result.pair, part);
  }
  return result;
}

TokenTemplate read_template(const JsonNode& node, const std::string& where) {
  const std::string type = node.at("type", where).text(where + ".type");
  if (type == "TemplateProcessing") return read_template_processing(node, where);
  if (type == "BertProcessing") return read_bert_processing(node, where);
  if (type == "RobertaProcessing") return read_roberta_processing(node, where);
  if (type == "ByteLevel") return read_byte_level(node, where);
  if (type == "Sequence") return read_sequence_of_processors(node, where);
  throw Error(Error::Kind::unsupported,
              where + ".type '" + printable(type, 60) +
                  "' (known: BertProcessing, ByteLevel, RobertaProcessing, Sequence, TemplateProcessing)");
}

}  // namespace attnscope
