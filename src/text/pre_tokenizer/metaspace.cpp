// Metaspace: spaces become a visible sign (▁), one is put before the text, and each begins a word.
#include "text/parts.hpp"
#include "text/split_behaviour.hpp"

namespace attnscope {
namespace {

enum class Prepend { always, first, never };

struct MetaspaceSettings {
  std::string sign = "▁";
  Prepend prepend = Prepend::always;
  bool splits = true;
};

class Metaspace final : public PreTokenizer {
 public:
  Metaspace(MetaspaceSettings settings, const std::string& where)
      : settings_(std::move(settings)),
        space_(TextPattern::of_text(" ", where)),
        sign_(TextPattern::of_text(settings_.sign, where)) {}

  std::vector<AlignedText> split(const AlignedText& text) const override {
    if (text.empty()) return {};
    AlignedText signs = text.emptied();
    for (const TextPart& part : space_.parts(text.text())) {
      if (part.is_match) {
        signs.append(settings_.sign, text.span(part.begin, 1));
      } else {
        signs.append(text, part.begin, part.end - part.begin);
      }
    }
    const bool is_wanted = settings_.prepend == Prepend::always ||
                           (settings_.prepend == Prepend::first && signs.original_begin() == 0);
    if (is_wanted && !signs.text().starts_with(settings_.sign)) signs = signs.with_prefix(settings_.sign);
    if (!settings_.splits) return {signs};
    return split_by(signs, sign_.parts(signs.text()), SplitBehaviour::merged_with_next);
  }

 private:
  MetaspaceSettings settings_;
  TextPattern space_;
  TextPattern sign_;
};

MetaspaceSettings read_settings(const JsonNode& node, const std::string& where) {
  MetaspaceSettings settings;
  settings.sign = node.text_or("replacement", settings.sign, where);
  if (settings.sign.empty() || settings.sign.size() > 4) {
    throw Error(Error::Kind::input,
                where + ".replacement: expected one character, found '" + printable(settings.sign, 40) + "'");
  }
  settings.splits = node.flag_or("split", true, where);
  // Older files say add_prefix_space, newer ones prepend_scheme.
  const bool adds = node.flag_or("add_prefix_space", true, where);
  settings.prepend = adds ? Prepend::always : Prepend::never;
  if (node.find("prepend_scheme") == nullptr) return settings;
  const std::string scheme = node.at("prepend_scheme", where).text(where + ".prepend_scheme");
  if (scheme == "always")
    settings.prepend = Prepend::always;
  else if (scheme == "first")
    settings.prepend = Prepend::first;
  else if (scheme == "never")
    settings.prepend = Prepend::never;
  else
    throw Error(Error::Kind::input, where + ".prepend_scheme: expected always, first or never, found '" +
                                        printable(scheme, 40) + "'");
  if (!adds && settings.prepend != Prepend::never) {
    throw Error(Error::Kind::input,
                where + ": add_prefix_space is false, but prepend_scheme is '" + scheme + "'");
  }
  return settings;
}

const RegisteredPart<PreTokenizer> registered{
    "Metaspace", [](const JsonNode& node, const std::string& where) -> std::unique_ptr<const PreTokenizer> {
      return std::make_unique<Metaspace>(read_settings(node, where), where);
    }};

}  // namespace
}  // namespace attnscope
