// Cells are about square: two characters on one line, or one character for two rows, upper and lower half.
#include "cli/preview.hpp"

#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "attention/pooled.hpp"
#include "core/utf8.hpp"

namespace attnscope::cli {
namespace {

using Colours = PreviewWindow::Colours;

constexpr Index most_label = 16;       // characters before a row
constexpr Index most_label_lines = 8;  // above a column
constexpr Index other_lines = 5;       // title, text, scale, and the prompt below
constexpr std::string_view reset = "\x1b[0m";

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

Index number_in(std::string_view text) {
  Index number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::clamp<Index>(number, 0, 1000);
}

Index width_of(char32_t point) {
  return utf8proc_charwidth(static_cast<utf8proc_int32_t>(point));
}

/// The part of a label that fits, and the columns that it takes.
std::pair<std::string, Index> fitted(std::string_view label, Index most) {
  std::string text;
  Index width = 0;
  for (std::size_t place = 0; place < label.size();) {
    const std::size_t begin = place;
    const Index letter = width_of(next_code_point(label, place));
    const bool is_last = place >= label.size();
    if (width + letter > (is_last ? most : most - 1)) return {text + "…", width + 1};
    text += label.substr(begin, place - begin);
    width += letter;
  }
  return {text, width};
}

/// The letters of a label one below another; combining marks stay with theirs.
std::vector<std::string> letters_of(std::string_view label, Index cell_width) {
  std::vector<std::string> letters;
  for (std::size_t place = 0; place < label.size();) {
    const std::size_t begin = place;
    const Index width = width_of(next_code_point(label, place));
    const std::string letter(label.substr(begin, place - begin));
    if (width == 0 && !letters.empty()) {
      letters.back() += letter;
    } else {
      letters.push_back(width > cell_width ? "+" : letter + std::string(static_cast<std::size_t>(cell_width - width), ' '));
    }
  }
  if (static_cast<Index>(letters.size()) > most_label_lines) {
    letters.resize(static_cast<std::size_t>(most_label_lines - 1));
    letters.push_back("…" + std::string(static_cast<std::size_t>(cell_width - 1), ' '));
  }
  return letters;
}

/// What is shown: the map's cells, or blocks of them.
struct Cells {
  Matrix values;
  std::vector<std::uint8_t> hidden;  // empty where none is
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  Index rows_a_cell = 1;
  Index columns_a_cell = 1;
};

/// How cells lie in the window.
struct Layout {
  Index cell_width = 2;
  Index rows_a_line = 1;
  Index label_width = 0;
  Index pooling = 1;
};

std::vector<std::string> labels_of(const TokenizedText& text, Index cells) {
  std::vector<std::string> labels;
  for (Index cell = 0; cell < cells; ++cell) {
    const Index first = first_in_cell(cell, cells, text.size());
    labels.push_back(printable(text.tokens[static_cast<std::size_t>(first)].label, 40));
  }
  return labels;
}

Index width_of_labels(const TokenizedText& text) {
  Index widest = 0;
  for (const Token& token : text.tokens) {
    widest = std::max(widest, fitted(printable(token.label, 40), most_label).second);
  }
  return widest;
}

Layout layout_for(Index rows, Index columns, Index label_width, const PreviewWindow& window) {
  const Index room = std::max<Index>(4, window.columns - label_width - 1);
  const bool has_lines = window.lines > 0;
  const Index lines = has_lines ? std::max<Index>(4, window.lines - most_label_lines - other_lines) : rows;
  if (columns * 2 <= room && rows <= lines) return {.label_width = label_width};
  Layout layout{.cell_width = 1, .rows_a_line = window.colours == Colours::none ? 1 : 2, .label_width = label_width};
  const auto shrunk = [&layout](Index count) { return (count + layout.pooling - 1) / layout.pooling; };
  while (shrunk(columns) > room || (has_lines && shrunk(rows) > lines * layout.rows_a_line)) ++layout.pooling;
  return layout;
}

Cells cells_of(const SourcedMap& map, const TokenizedText& queries, const TokenizedText& keys, Index pooling) {
  const Matrix& weights = map.map.weights;
  const Index rows = (weights.rows() + pooling - 1) / pooling;
  const Index columns = (weights.cols() + pooling - 1) / pooling;
  Cells cells{.values = {},
              .hidden = {},
              .row_labels = labels_of(queries, rows),
              .column_labels = labels_of(keys, columns),
              .rows_a_cell = pooling,
              .columns_a_cell = pooling};
  if (pooling == 1) {
    cells.values = weights;
    cells.hidden.assign(map.map.hidden.numbers().begin(), map.map.hidden.numbers().end());
    return cells;
  }
  PooledMap pooled = pool_weights(weights, map.map.hidden.view(), {rows, columns});
  for (const float allowed : pooled.allowed.numbers()) cells.hidden.push_back(allowed == 0.0F ? 1 : 0);
  cells.values = std::move(pooled.largest);
  return cells;
}

/// Entry of the 256 colours nearest to a colour: a cube of six steps, or one of 24 greys.
unsigned indexed(Colour colour) {
  constexpr std::array<int, 6> steps{0, 95, 135, 175, 215, 255};
  const auto nearest = [&](int channel) {
    std::size_t best = 0;
    for (std::size_t step = 1; step < steps.size(); ++step) {
      if (std::abs(steps[step] - channel) < std::abs(steps[best] - channel)) best = step;
    }
    return best;
  };
  const auto distance = [&](int red, int green, int blue) {
    const int r = red - colour.red, g = green - colour.green, b = blue - colour.blue;
    return r * r + g * g + b * b;
  };
  const std::size_t red = nearest(colour.red), green = nearest(colour.green), blue = nearest(colour.blue);
  const int mean = (colour.red + colour.green + colour.blue) / 3;
  const int grey = std::clamp((mean - 3) / 10, 0, 23);
  const int level = 8 + 10 * grey;
  // A grey that is a little nearer still looks wrong in the place of a dark blue.
  constexpr int colourless = 24;
  const bool is_grey = std::max({colour.red, colour.green, colour.blue}) -
                           std::min({colour.red, colour.green, colour.blue}) < colourless;
  if (is_grey && distance(level, level, level) < distance(steps[red], steps[green], steps[blue])) {
    return 232U + static_cast<unsigned>(grey);
  }
  return static_cast<unsigned>(16 + 36 * red + 6 * green + blue);
}

std::string colour_code(Colour colour, bool is_ground, Colours colours) {
  std::string code = is_ground ? "\x1b[48;" : "\x1b[38;";
  if (colours == Colours::indexed) return code + "5;" + std::to_string(indexed(colour)) + "m";
  return code + "2;" + std::to_string(colour.red) + ";" + std::to_string(colour.green) + ";" +
         std::to_string(colour.blue) + "m";
}

constexpr Colour hidden_colour{96, 96, 96};
constexpr Colour not_a_number_colour{176, 96, 74};

class Preview {
 public:
  Preview(const PreviewWindow& window, const Layout& layout, const Cells& cells, const Colouring& colouring)
      : window_(window), layout_(layout), cells_(cells), colouring_(colouring) {}

  std::string text() const {
    std::string text = column_labels();
    for (Index row = 0; row < cells_.values.rows(); row += layout_.rows_a_line) {
      text += row_label(row) + (window_.colours == Colours::none ? digits(row) : blocks(row)) + "\n";
    }
    return text + std::string(static_cast<std::size_t>(layout_.label_width + 1), ' ') + scale() + "\n";
  }

 private:
  std::string row_label(Index row) const {
    const auto [label, width] = fitted(cells_.row_labels[static_cast<std::size_t>(row)], most_label);
    return std::string(static_cast<std::size_t>(std::max<Index>(0, layout_.label_width - width)), ' ') + label + " ";
  }

  /// Each label runs down to its column.
  std::string column_labels() const {
    std::vector<std::vector<std::string>> columns;
    std::size_t height = 0;
    for (const std::string& label : cells_.column_labels) {
      columns.push_back(letters_of(label, layout_.cell_width));
      height = std::max(height, columns.back().size());
    }
    std::string text;
    for (std::size_t line = 0; line < height; ++line) {
      std::string letters(static_cast<std::size_t>(layout_.label_width + 1), ' ');
      for (const std::vector<std::string>& column : columns) {
        const std::size_t above = height - column.size();
        letters += line < above ? std::string(static_cast<std::size_t>(layout_.cell_width), ' ') : column[line - above];
      }
      letters.erase(letters.find_last_not_of(' ') + 1);
      text += letters + "\n";
    }
    return text;
  }

  bool is_hidden(Index row, Index column) const {
    return !cells_.hidden.empty() && cells_.hidden[static_cast<std::size_t>(row * cells_.values.cols() + column)] != 0;
  }

  std::optional<Colour> colour_at(Index row, Index column) const {
    if (row >= cells_.values.rows()) return std::nullopt;
    if (is_hidden(row, column)) return hidden_colour;
    const float value = cells_.values(row, column);
    return std::isnan(value) ? not_a_number_colour : colouring_.map().at(colouring_.position(value));
  }

  std::string blocks(Index row) const {
    std::string text;
    std::string before;
    for (Index column = 0; column < cells_.values.cols(); ++column) {
      const Colour upper = *colour_at(row, column);
      std::string code;
      std::string_view sign;
      if (layout_.rows_a_line == 1) {
        code = colour_code(upper, true, window_.colours);
        sign = is_hidden(row, column) ? "╱╱" : "  ";
      } else {
        const std::optional<Colour> lower = colour_at(row + 1, column);
        code = std::string(lower ? "" : reset) + colour_code(upper, false, window_.colours) +
               (lower ? colour_code(*lower, true, window_.colours) : "");
        sign = "▀";
      }
      if (code != before) text += code;
      text += sign;
      before = code;
    }
    return text + std::string(reset);
  }

  /// Tenths of the scale: 9 is its upper tenth; a dot is less than a twentieth.
  std::string digits(Index row) const {
    std::string text;
    for (Index column = 0; column < cells_.values.cols(); ++column) {
      if (layout_.cell_width == 2 && column > 0) text += ' ';
      const float value = cells_.values(row, column);
      if (is_hidden(row, column)) {
        text += '-';
      } else if (std::isnan(value)) {
        text += '?';
      } else {
        const double position = colouring_.position(value);
        text += position < 0.05 ? '.' : static_cast<char>('0' + std::min(9, static_cast<int>(position * 10.0)));
      }
    }
    return text;
  }

  std::string scale() const {
    std::string text;
    if (window_.colours == Colours::none) {
      text = "0-9: tenths of the range, . below a twentieth";
      if (!cells_.hidden.empty()) text += ", - excluded";
    } else {
      constexpr int steps = 16;
      for (int step = 0; step < steps; ++step) {
        text += colour_code(colouring_.map().at(step / (steps - 1.0)), true, window_.colours) + " ";
      }
      text += reset;
    }
    text += (window_.colours == Colours::none ? "; " : "  ") + colouring_.range_text("weight");
    if (cells_.rows_a_cell > 1) {
      const std::string side = std::to_string(cells_.rows_a_cell);
      text += "; a cell is the largest of up to " + side + " × " + side;
    }
    return text;
  }

  const PreviewWindow& window_;
  const Layout& layout_;
  const Cells& cells_;
  const Colouring& colouring_;
};

}  // namespace

PreviewWindow preview_window(const Terminal& terminal) {
  PreviewWindow window;
  winsize size{};
  if (terminal.writes_to_terminal() && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    window.columns = size.ws_col;
    window.lines = size.ws_row;
  } else {
    const Index columns = number_in(variable("COLUMNS"));
    window.columns = columns > 0 ? columns : 100;
  }
  const std::string_view forced = variable("CLICOLOR_FORCE");
  if (!terminal.shows_colours() && (forced.empty() || forced == "0" || !variable("NO_COLOR").empty())) return window;
  const std::string_view depth = variable("COLORTERM");
  window.colours = depth == "truecolor" || depth == "24bit" ? Colours::full : Colours::indexed;
  return window;
}

std::string preview(const PictureContext& context, const SourcedMap& map, const PreviewWindow& window) {
  const TokenizedText& queries = query_tokens(*context.text, map.kind);
  const TokenizedText& keys = key_tokens(*context.text, map.kind);
  if (map.map.weights.empty()) return {};
  const Layout layout =
      layout_for(map.map.weights.rows(), map.map.weights.cols(), width_of_labels(queries), window);
  const Cells cells = cells_of(map, queries, keys, layout.pooling);
  const MaskedValues values{cells.values, cells.hidden};
  // Terminals are dark more often than not, and a dark map reads well on a light one too.
  const Colouring colouring(context.options.scale_for(map.map.map_class), Theme::dark, {&values, 1});
  const std::string title = title_of(context, map) + " · " + subtitle_of(context);
  return fitted(printable(title), std::max<Index>(20, window.columns)).first + "\n" +
         Preview(window, layout, cells, colouring).text();
}

}  // namespace attnscope::cli
