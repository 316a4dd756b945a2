// Which installed fonts draw which scripts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnscope {

/// A script, the characters that it was tried with, and the font family that draws them; empty when none
/// does.
struct ScriptFont {
  std::string_view script;
  std::string_view sample;
  std::string family = {};
};

/// The scripts that labels are most often in. Cost: tens of milliseconds, for it looks through all fonts.
std::vector<ScriptFont> script_fonts();

}  // namespace attnscope
