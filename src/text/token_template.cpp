#include "text/token_template.hpp"

#include "core/error.hpp"
#include "core/utf8.hpp"
#include "text/read_template.hpp"

namespace attnscope {
namespace {

/// "special_tokens": {"[CLS]": {"ids": [2], "tokens": ["[CLS]"]}, …}: one name may stand for several tokens.
std::vector<TemplatePart> parts_of_name(const JsonNode& special, const std::string& name, Index segment,
                                        const std::string& where) {
  const std::string place = where + ".special_tokens." + printable(name, 40);
  const JsonNode& entry = special.at(name, where + ".special_tokens");
  const auto& ids = entry.at("ids", place).items();
  const auto& pieces = entry.at("tokens", place).items();
  if (ids.size() != pieces.size()) {
    throw Error(Error::Kind::input, place + ": expected as many ids as tokens, found " +
                                        std::to_string(ids.size()) + " and " + std::to_string(pieces.size()));
  }
  std::vector<TemplatePart> parts;
  for (std::size_t index = 0; index < ids.size(); ++index) {
    parts.push_back({.kind = TemplatePart::Kind::token,
                     .id = ids[index].whole(place + ".ids", 0, 1 << 22),
                     .piece = pieces[index].text(place + ".tokens"),
                     .segment = segment});
  }
  return parts;
}

std::vector<TemplatePart> read_parts(const JsonNode& list, const JsonNode& special,
                                     const std::string& where) {
  std::vector<TemplatePart> parts;
  for (const JsonNode& element : list.items()) {
    if (const JsonNode* token = element.find("SpecialToken")) {
      const Index segment = token->whole_or("type_id", 0, 0, 1000, where);
      const std::string name = token->at("id", where).text(where + ".id");
      for (TemplatePart& part : parts_of_name(special, name, segment, where))
        parts.push_back(std::move(part));
    } else {
      const JsonNode& sequence = element.at("Sequence", where);
      const std::string which = sequence.at("id", where).text(where + ".id");
      parts.push_back(
          {.kind = which == "B" ? TemplatePart::Kind::second_text : TemplatePart::Kind::first_text,
           .segment = sequence.whole_or("type_id", 0, 0, 1000, where)});
    }
  }
  return parts;
}

TokenTemplate read_template_processing(const JsonNode& node, const std::string& where) {
  const JsonNode* special = node.find("special_tokens");
  const JsonNode none;
  TokenTemplate result;
  result.single = read_parts(node.at("single", where), special != nullptr ? *special : none, where);
  if (const JsonNode* pair = node.find("pair")) {
    result.pair = read_parts(*pair, special != nullptr ? *special : none, where);
  }
  return result;
}

TemplatePart read_token_pair(const JsonNode& node, std::string_view key, const std::string& where) {
  const std::string place = where + "." + std::string(key);
  const auto& items = node.at(key, where).items();
  if (items.size() != 2) throw Error(Error::Kind::input, place + ": expected [\"token\", id]");
  return {.kind = TemplatePart::Kind::token,
          .id = items[1].whole(place, 0, 1 << 22),
          .piece = items[0].text(place)};
}

TemplatePart in_segment(TemplatePart part, Index segment) {
  part.segment = segment;
  return part;
}

constexpr TemplatePart::Kind first = TemplatePart::Kind::first_text;
constexpr TemplatePart::Kind second = TemplatePart::Kind::second_text;

/// [CLS] A [SEP] and [CLS] A [SEP] B [SEP].
TokenTemplate read_bert_processing(const JsonNode& node, const std::string& where) {
  const TemplatePart cls = read_token_pair(node, "cls", where);
  const TemplatePart sep = read_token_pair(node, "sep", where);
  return {.single = {cls, {.kind = first}, sep},
          .pair = {cls, {.kind = first}, sep, {.kind = second, .segment = 1}, in_segment(sep, 1)}};
}

/// <s> A </s> and <s> A </s></s> B </s>, all of segment 0.
TokenTemplate read_roberta_processing(const JsonNode& node, const std::string& where) {
  const TemplatePart cls = read_token_pair(node, "cls", where);
  const TemplatePart sep = read_token_pair(node, "sep", where);
  return {.single = {cls, {.kind = first}, sep},
          .pair = {cls, {.kind = first}, sep, sep, {.kind = second}, sep}};
}

}  // namespace

TokenTemplate bare_template() {
  return {.single = {{.kind = first}}, .pair = {{.kind = first}, {.kind = second}}};
}

TokenTemplate read_template(const JsonNode& node, const std::string& where) {
  const std::string type = node.at("type", where).text(where + ".type");
  if (type == "TemplateProcessing") return read_template_processing(node, where);
  if (type == "BertProcessing") return read_bert_processing(node, where);
  if (type == "RobertaProcessing") return read_roberta_processing(node, where);
  if (type == "ByteLevel") return bare_template();  // it only trims the spans of spaces, which we never widen
  if (type == "Sequence") {
    TokenTemplate result = bare_template();
    for (const JsonNode& processor : node.at("processors", where).items()) {
      TokenTemplate one = read_template(processor, where + ".processors");
      if (one.single.size() > 1) result = std::move(one);
    }
    return result;
  }
  throw Error(Error::Kind::unsupported,
              where + ".type '" + printable(type, 60) +
                  "' (known: BertProcessing, ByteLevel, RobertaProcessing, Sequence, TemplateProcessing)");
}

}  // namespace attnscope
