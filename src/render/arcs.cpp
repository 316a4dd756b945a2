// Each end of an arc has a foot of its own over its word, ordered so that neighbouring arcs do not cross;
// each arc runs level in a lane above all that it encloses.
#include "render/arcs.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "render/drawing.hpp"
#include "render/figure.hpp"
#include "render/lanes.hpp"

namespace attnscope {
namespace {

constexpr double foot_spacing = 10.0;
constexpr double lane_height = 17.0;
constexpr double lowest_arc = 20.0;  // room for arrow and corner
constexpr double corner_radius = 16.0;
constexpr double margin_label_width = 84.0;
constexpr double root_label_room = 22.0;  // to each side

enum class Part {
  whole,   // both feet on one line
  start,   // from its foot to the margin
  finish,  // from the margin to its foot
};

/// The piece of an arc on one line of words.
struct Piece {
  const Arc* arc;
  Part part;
  Index line;
  double from_x;  // of the foot at `from`, or the margin
  double to_x;
  Index lane = 0;
};

struct Foot {
  std::size_t piece;
  bool is_start;  // at the arc's `from`
  double order;   // smaller stands further left
};

class ArcsFigure {
 public:
  explicit ArcsFigure(const ArcsSpec& spec)
      : spec_(spec),
        measures_(spec.page),
        colours_(page_colours(spec.page.theme)),
        words_(spec.words, passage_style()),
        has_breaks_(words_.lines > 1) {
    for (const Arc& arc : spec.arcs) add_pieces(arc);
    place_feet();
    place_lanes();
  }

  Picture draw() {
    const Index label_room = has_breaks_ ? measures_.px(margin_label_width) : 0;
    const CaptionLayout caption(spec_.caption, spec_.page, words_.width + 2 * label_room);
    const LegendLayout legend(link_legend(spec_.arcs, spec_.sources, "the gold tree", spec_.page), spec_.page,
                              caption.width());
    left_ = measures_.margin + label_room;
    Index y = measures_.margin + caption.height_above() + measures_.px(14);
    for (Index line = 0; line < words_.lines; ++line) {
      const auto index = static_cast<std::size_t>(line);
      y += above_[index] > 0 ? lane_offset(above_[index]) : 0;
      tops_.push_back(y);
      y += words_.ascent + words_.descent;
      y += below_[index] > 0 ? lane_offset(below_[index]) : 0;
      y += line + 1 < words_.lines ? measures_.px(12) : 0;
    }
    const Index legend_y = y + measures_.px(18);
    const Index below_y = legend_y + legend.height() + (legend.height() > 0 ? measures_.px(8) : 0);
    Drawing drawing(caption.width() + 2 * measures_.margin,
                    below_y + caption.height_below() + measures_.margin, colours_);
    // The weakest first, so that the strong lie on top.
    std::vector<const Piece*> order;
    for (const Piece& piece : pieces_) order.push_back(&piece);
    std::stable_sort(order.begin(), order.end(), [](const Piece* one, const Piece* other) {
      return one->arc->weight < other->arc->weight;
    });
    for (const Piece* piece : order) draw_piece(drawing, *piece);
    for (std::size_t word = 0; word < words_.words.size(); ++word) {
      const PlacedWord& placed = words_.words[word];
      const bool is_normal = spec_.words[word].label.emphasis == Emphasis::normal;
      drawing.draw(placed.sprite, left_ + placed.x,
                   tops_[static_cast<std::size_t>(placed.line)] + words_.ascent,
                   is_normal ? colours_.ink : colours_.secondary);
    }
    legend.draw(drawing, measures_.margin, legend_y);
    caption.draw(drawing, measures_.margin, measures_.margin, below_y);
    return std::move(drawing).finish();
  }

 private:
  static bool is_below(const Arc& arc) { return arc.judgement == Judgement::missed; }
  static bool is_root(const Arc& arc) { return arc.from == arc.to; }

  PassageStyle passage_style() const {
    std::vector<Index> feet_above(spec_.words.size());
    std::vector<Index> feet_below(spec_.words.size());
    for (const Arc& arc : spec_.arcs) {
      assert(arc.from >= 0 && arc.from < static_cast<Index>(spec_.words.size()));
      assert(arc.to >= 0 && arc.to < static_cast<Index>(spec_.words.size()));
      auto& feet = is_below(arc) ? feet_below : feet_above;
      ++feet[static_cast<std::size_t>(arc.from)];
      if (!is_root(arc)) ++feet[static_cast<std::size_t>(arc.to)];
    }
    PassageStyle style{.size_px = 15.0 * spec_.page.scale,
                       .width_px = measures_.px(static_cast<double>(spec_.width_px)),
                       .blank_px = measures_.px(13)};
    for (std::size_t word = 0; word < spec_.words.size(); ++word) {
      style.least_width.push_back(
          measures_.px(foot_spacing * static_cast<double>(std::max(feet_above[word], feet_below[word]))));
    }
    return style;
  }

  const PlacedWord& word(Index index) const { return words_.words[static_cast<std::size_t>(index)]; }
  static double middle(const PlacedWord& word) {
    return static_cast<double>(word.x) + static_cast<double>(word.width) / 2.0;
  }

  void add_pieces(const Arc& arc) {
    const PlacedWord& from = word(arc.from);
    const PlacedWord& to = word(arc.to);
    if (from.line == to.line) {
      pieces_.push_back({&arc, Part::whole, from.line, middle(from), middle(to)});
      return;
    }
    // Text that runs from the right goes on at the left margin, and the other way round.
    const bool runs_right = word(0).x <= words_.width / 2;
    const double beyond = static_cast<double>(words_.width + measures_.px(8));
    const double before = -static_cast<double>(measures_.px(8));
    const bool leaves_right = (from.line < to.line) == runs_right;
    pieces_.push_back({&arc, Part::start, from.line, middle(from), leaves_right ? beyond : before});
    pieces_.push_back({&arc, Part::finish, to.line, leaves_right ? before : beyond, middle(to)});
  }

  /// Orders the feet over each word: those of arcs to the left first, the longest arcs of both sides in the
  /// middle.
  void place_feet() {
    for (const bool below : {false, true}) {
      std::vector<std::vector<Foot>> feet(spec_.words.size());
      for (std::size_t index = 0; index < pieces_.size(); ++index) {
        const Piece& piece = pieces_[index];
        if (is_below(*piece.arc) != below) continue;
        const double reach = piece.to_x - piece.from_x;
        const double order = reach == 0.0 ? 0.0 : 1.0 / reach;
        if (piece.part != Part::finish)
          feet[static_cast<std::size_t>(piece.arc->from)].push_back({index, true, order});
        if (piece.part != Part::start && !is_root(*piece.arc)) {
          feet[static_cast<std::size_t>(piece.arc->to)].push_back({index, false, -order});
        }
      }
      for (std::size_t index = 0; index < feet.size(); ++index) {
        auto& of_word = feet[index];
        std::stable_sort(of_word.begin(), of_word.end(),
                         [](const Foot& one, const Foot& other) { return one.order < other.order; });
        const double step = static_cast<double>(measures_.px(foot_spacing));
        double x =
            std::floor(middle(words_.words[index]) - step * static_cast<double>(of_word.size() - 1) / 2.0) +
            0.5;
        for (const Foot& foot : of_word) {
          Piece& piece = pieces_[foot.piece];
          (foot.is_start ? piece.from_x : piece.to_x) = x;
          if (is_root(*piece.arc)) piece.to_x = x;
          x += step;
        }
      }
    }
  }

  void place_lanes() {
    above_.assign(static_cast<std::size_t>(words_.lines), 0);
    below_ = above_;
    for (Index line = 0; line < words_.lines; ++line) {
      for (const bool below : {false, true}) {
        std::vector<Piece*> here;
        std::vector<Interval> intervals;
        for (Piece& piece : pieces_) {
          if (piece.line != line || is_below(*piece.arc) != below || is_root(*piece.arc)) continue;
          here.push_back(&piece);
          intervals.push_back({std::min(piece.from_x, piece.to_x), std::max(piece.from_x, piece.to_x)});
        }
        const std::vector<Index> lanes = assign_lanes(intervals, static_cast<double>(measures_.px(3)));
        for (std::size_t index = 0; index < here.size(); ++index) here[index]->lane = lanes[index];
        Index count = lane_count(lanes);
        for (Piece& piece : pieces_) {  // a root comes from above all arcs over its word
          if (piece.line != line || is_below(*piece.arc) != below || !is_root(*piece.arc)) continue;
          for (std::size_t index = 0; index < here.size(); ++index) {
            const double room = static_cast<double>(measures_.px(root_label_room));
            if (intervals[index].from < piece.to_x + room && piece.to_x - room < intervals[index].to)
              piece.lane = std::max(piece.lane, lanes[index] + 1);
          }
          piece.lane = std::max<Index>(piece.lane, 1);
          count = std::max(count, piece.lane + 1);
        }
        (below ? below_ : above_)[static_cast<std::size_t>(line)] = count;
      }
    }
  }

  Index lane_offset(Index lane) const {
    return measures_.px(lowest_arc + lane_height * static_cast<double>(lane));
  }

  void draw_piece(Drawing& drawing, const Piece& piece) const {
    const Arc& arc = *piece.arc;
    const auto line = static_cast<std::size_t>(piece.line);
    const double up = is_below(arc) ? 1.0 : -1.0;
    const double foot = static_cast<double>(
        tops_[line] + (is_below(arc) ? words_.ascent + words_.descent + measures_.px(2) : -measures_.px(2)));
    const double level =
        foot + up * (static_cast<double>(lane_offset(piece.lane)) - 4.0 * spec_.page.scale) + 0.5;
    const double arrow = 7.0 * spec_.page.scale;
    const double from_x = static_cast<double>(left_) + piece.from_x;
    const double to_x = static_cast<double>(left_) + piece.to_x;
    const Pen pen = link_pen(arc, spec_.page);

    std::vector<Point> points;
    if (piece.part != Part::finish && !is_root(arc)) points.push_back({from_x, foot});
    points.push_back({from_x, level});
    if (!is_root(arc)) points.push_back({to_x, level});
    if (piece.part != Part::start) points.push_back({to_x, foot + up * arrow * 0.8});
    drawing.line(points, pen, corner_radius * spec_.page.scale);
    if (piece.part != Part::start) draw_arrow(drawing, {to_x, foot}, up * arrow, pen);
    draw_words_on(drawing, piece, {(from_x + to_x) / 2.0, level}, pen.colour);
  }

  /// The cross of a wrong arc, the name of an arc, and at the margin the word where it goes on.
  void draw_words_on(Drawing& drawing, const Piece& piece, Point middle_point, Colour colour) const {
    const Arc& arc = *piece.arc;
    const auto x = std::lround(middle_point.x);
    const auto y = std::lround(middle_point.y);
    const TextStyle small{.size_px = measures_.small_size,
                          .width_px = measures_.px(margin_label_width) - measures_.px(8)};
    if (arc.judgement == Judgement::wrong) draw_cross(drawing, middle_point, colour, spec_.page);
    const std::string name = is_root(arc) && arc.name.empty() ? "root" : arc.name;
    if (!name.empty() && piece.part != Part::finish) {
      const auto sprite = text_sprite(name, small);
      const Index base = y - measures_.px(3);
      drawing.draw(sprite, x - sprite->advance / 2, base, colours_.secondary);
    }
    if (piece.part == Part::whole) return;
    const bool is_start = piece.part == Part::start;
    const double edge = is_start ? piece.to_x : piece.from_x;
    const Index other = is_start ? arc.to : arc.from;
    const auto partner = text_sprite(shown_word(other), small);
    const bool is_right = edge > 0.0;
    const Index edge_x = left_ + std::lround(edge);
    drawing.draw(partner, is_right ? edge_x + measures_.px(4) : edge_x - measures_.px(4) - partner->advance,
                 y + std::lround(0.3 * measures_.small_size), colours_.secondary);
  }

  std::string shown_word(Index index) const {
    return spec_.words[static_cast<std::size_t>(index)].label.text;
  }

  const ArcsSpec& spec_;
  const Measures measures_;
  const PageColours& colours_;
  const PassageLayout words_;
  const bool has_breaks_;
  std::vector<Piece> pieces_;
  std::vector<Index> above_;  // lanes over each line of words
  std::vector<Index> below_;
  std::vector<Index> tops_;  // of each line of words
  Index left_ = 0;
};

}  // namespace

Picture draw_arcs(const ArcsSpec& spec) {
  assert(!spec.words.empty());
  return ArcsFigure(spec).draw();
}

namespace {

Picture example(const Page& page) {
  ArcsSpec spec{.page = page};
  for (const char* word : {"the", "old", "man", "read", "it"}) spec.words.push_back({{word}});
  spec.words.push_back({{"."}, true});
  spec.arcs = {{0, 2, 0.9, Judgement::right}, {1, 2, 0.8, Judgement::right}, {2, 3, 0.9, Judgement::right},
               {3, 3, 0.7, Judgement::right}, {4, 2, 0.3, Judgement::wrong}, {4, 3, 1.0, Judgement::missed}};
  spec.caption = {.title = "Dependencies"};
  return draw_arcs(spec);
}

const Registered<Figure> registered{
    {{.name = "arcs",
      .summary = "words in a row with arcs for links, beside a gold tree",
      .paper = "Clark, Khandelwal, Levy and Manning 2019, What does BERT look at? An analysis of BERT's "
               "attention"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
