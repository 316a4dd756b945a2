// A page that shows the pictures of an output folder, text by text.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace attnscope {

/// One text, and its pictures beside the page: "001/grid.png".
struct ContactEntry {
  std::string name;                   ///< "001"
  std::string text;
  std::vector<std::string> pictures;  ///< paths from the page; made of [A-Za-z0-9._/-]
  std::string numbers = {};           ///< path of the JSON, or empty
};

/// HTML without script, which loads nothing but the pictures. Text is escaped.
std::string contact_sheet(std::span<const ContactEntry> entries);

}  // namespace attnscope
