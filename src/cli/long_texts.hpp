// What is done with a text that is longer than a model's positions: an error, a cut, or a window that slides
// over it. Nothing is cut unasked.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/source.hpp"

namespace attnscope::cli {

struct LongTextOptions {
  bool truncates = false;
  Index window = 0;    ///< tokens of a window, with those around the text; 0: no window
  Index overlap = -1;  ///< tokens that neighbours share; -1: half of the window

  void declare(Options& options);
  /// Throws: Error(usage) for options that contradict each other or the model. most_tokens: 0 for no limit.
  void check(Index most_tokens) const;
};

/// Tokens of a text between its special ones at either end: what windows slide over.
struct TokenWindow {
  Index first = 0;
  Index last = 0;  ///< not in it
};

/// Windows of `room` tokens over `count`, each `room - overlap` further than the one before; the last one
/// ends with the text and may share more. Requires: 0 <= overlap < room.
std::vector<TokenWindow> windows_over(Index count, Index room, Index overlap);

/// Special tokens at either end of a text.
struct TextEnds {
  Index before = 0;
  Index after = 0;
};
TextEnds ends_of(const TokenizedText& text);

/// The text with at most so many tokens: those before the special ones at its end are dropped.
TokenizedText truncated(const TokenizedText& text, Index most_tokens);

/// A window with the special tokens around it, as the model reads it.
TokenizedText window_of(const TokenizedText& text, const TokenWindow& window);

/// How the text was taken, in words; empty for one that the model took whole.
std::string long_text_note(const TextMaps& text);

/// Joins the maps of windows to maps of the whole text. A pair that lies in several windows takes the weight
/// from the one whose centre is nearest to the query; a pair in none is hidden. Special tokens are in every
/// window.
class WindowedMaps {
 public:
  WindowedMaps(const TokenizedText& text, std::vector<TokenWindow> windows);

  /// The maps of one window, in the order in which the windows were given. Requires: as many each time.
  void add(std::vector<SourcedMap> maps);
  std::vector<SourcedMap> take() &&;

 private:
  /// The window for a pair of tokens, or -1.
  Index window_for(Index query, Index key) const;
  /// The row of a token in the maps of a window.
  Index row_in(Index window, Index token) const;
  /// The windows that hold a token: from first to last, both included.
  TokenWindow holders(Index token) const;

  Index tokens_ = 0;
  TextEnds ends_;
  std::vector<TokenWindow> windows_;
  Index added_ = 0;
  std::vector<SourcedMap> whole_;
};

}  // namespace attnscope::cli
