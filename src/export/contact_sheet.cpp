#include "export/contact_sheet.hpp"

#include <string_view>

#include "core/base64.hpp"
#include "core/sha256.hpp"
#include "core/utf8.hpp"

namespace attnscope {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; font: 15px/1.45 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
body { margin: 0 auto; padding: 16px 20px; max-width: 1500px; }
h1 { font-size: 1rem; }
h2 { font-size: 1.1rem; font-weight: 500; margin: 28px 0 8px; overflow-wrap: anywhere; }
h2 b { font-size: 0.85rem; margin-inline-end: 8px; opacity: 0.65; }
ul { display: flex; flex-wrap: wrap; gap: 14px; margin: 0; padding: 0; list-style: none; align-items: start; }
img { display: block; max-width: 100%; max-height: 300px; border: 1px solid #8886; border-radius: 4px; }
a { font-size: 0.85rem; }
@media print { img { max-height: 240px; } li { break-inside: avoid; } }
)";

/// As text content or between double quotes. Bytes that are not UTF-8 become U+FFFD, as do controls that HTML forbids.
void append_html(std::string& html, std::string_view text) {
  for (std::size_t place = 0; place < text.size();) {
    const auto byte = static_cast<unsigned char>(text[place]);
    if (byte >= 0x80 && find_invalid_utf8(text.substr(place, 4)) == 0) {
      append_utf8(html, 0xFFFD);
      ++place;
      continue;
    }
    const char32_t point = next_code_point(text, place);
    if (point == '<') {
      html += "&lt;";
    } else if (point == '>') {
      html += "&gt;";
    } else if (point == '&') {
      html += "&amp;";
    } else if (point == '"') {
      html += "&quot;";
    } else {
      const bool is_control = (point < 0x20 && point != '\n' && point != '\t') || (point >= 0x7F && point < 0xA0);
      append_utf8(html, is_control ? 0xFFFD : point);
    }
  }
}

/// "layer4-head0" of "001/layer4-head0.png".
std::string_view stem(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  return path.substr(0, path.rfind('.'));
}

void append_entry(std::string& html, const ContactEntry& entry) {
  html += "<h2><b>";
  append_html(html, entry.name);
  html += "</b><bdi>";
  append_html(html, entry.text);
  html += "</bdi></h2>\n<ul>\n";
  for (const std::string& picture : entry.pictures) {
    html += "<li><a href=\"";
    append_html(html, picture);
    html += "\"><img loading=\"lazy\" src=\"";
    append_html(html, picture);
    html += "\" alt=\"";
    append_html(html, stem(picture));
    html += "\"></a></li>\n";
  }
  html += "</ul>\n";
  if (entry.numbers.empty()) return;
  html += "<p><a href=\"";
  append_html(html, entry.numbers);
  html += "\">numbers</a></p>\n";
}

}  // namespace

std::string contact_sheet(std::span<const ContactEntry> entries) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' file: data:; "
      "style-src 'sha256-" +
      encode_base64(sha256(style)) +
      "'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>attnscope pictures</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>" +
      std::string(style) + "</style>\n</head>\n<body>\n<h1>attnscope</h1>\n";
  for (const ContactEntry& entry : entries) append_entry(html, entry);
  return html + "</body>\n</html>\n";
}

}  // namespace attnscope
