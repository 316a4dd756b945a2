// A link leaves its word upwards. On the same line it comes down again; to an earlier line it arrives from
// below, through the space between two lines, by way of a margin where lines lie between. Forward links are
// the mirror image.
#include "render/links.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "render/drawing.hpp"
#include "render/figure.hpp"
#include "render/lanes.hpp"

namespace attnscope {
namespace {

constexpr double text_size = 16.0;
constexpr double bare_lane_height = 9.0;
constexpr double named_lane_height = 13.0;  // a line of small text
constexpr double channel_padding = 10.0;    // above and below the lanes
constexpr double least_channel = 14.0;
constexpr double foot_spacing = 9.0;
constexpr double corner_radius = 7.0;

/// A level run in the space over one line of words; channel k lies over line k.
struct Run {
  Index channel;
  double from_x;
  double to_x;
  Index lane = 0;
};

/// The way of one link: one run, or two that a margin joins.
struct Route {
  const Arc* link;
  std::array<std::size_t, 2> runs;  // entries of all runs; equal where there is one
  bool starts_upwards = true;
  bool ends_upwards = true;  // arrives at the top of its word
  bool uses_left_margin = false;
  Index margin_lane = 0;
  double from_x = 0.0;
  double to_x = 0.0;
  bool has_margin() const { return runs[0] != runs[1]; }
};

class LinksFigure {
 public:
  explicit LinksFigure(const LinksSpec& spec)
      : spec_(spec),
        measures_(spec.page),
        colours_(page_colours(spec.page.theme)),
        words_(spec.words, passage_style()) {
    for (const Arc& link : spec.links) {
      if (link.from != link.to) add_route(link);
    }
    place_feet();
    place_margins();
    place_lanes();
  }

  Picture draw() {
    const Index left_room = margin_room(left_lanes_);
    const Index right_room = margin_room(right_lanes_);
    const CaptionLayout caption(spec_.caption, spec_.page, left_room + words_.width + right_room);
    const LegendLayout legend(link_legend(spec_.links, spec_.sources, "the gold chains", spec_.page),
                              spec_.page, caption.width());
    left_ = measures_.margin + left_room;
    Index y = measures_.margin + caption.height_above() + (caption.height_above() > 0 ? measures_.px(12) : 0);
    for (Index line = 0; line <= words_.lines; ++line) {
      y += channel_height(line);
      line_tops_.push_back(y);
      if (line < words_.lines) y += words_.ascent + words_.descent;
    }
    const Index legend_y = y + measures_.px(16);
    const Index below_y = legend_y + legend.height() + (legend.height() > 0 ? measures_.px(8) : 0);
    Drawing drawing(caption.width() + 2 * measures_.margin,
                    below_y + caption.height_below() + measures_.margin, colours_);
    for (const Route& route : routes_) draw_route(drawing, route);
    for (std::size_t word = 0; word < words_.words.size(); ++word) {
      const PlacedWord& placed = words_.words[word];
      drawing.draw(placed.sprite, left_ + placed.x,
                   line_tops_[static_cast<std::size_t>(placed.line)] + words_.ascent,
                   is_linked(word) ? colours_.ink : colours_.secondary);
    }
    legend.draw(drawing, measures_.margin, legend_y);
    caption.draw(drawing, measures_.margin, measures_.margin, below_y);
    return std::move(drawing).finish();
  }

 private:
  double lane_height() const {
    const bool has_names =
        std::ranges::any_of(spec_.links, [](const Arc& link) { return !link.name.empty(); });
    return has_names ? named_lane_height : bare_lane_height;
  }

  bool is_linked(std::size_t word) const {
    return std::ranges::any_of(spec_.links, [word](const Arc& link) {
      return link.from == static_cast<Index>(word) || link.to == static_cast<Index>(word);
    });
  }

  PassageStyle passage_style() const {
    PassageStyle style{.size_px = text_size * spec_.page.scale,
                       .width_px = measures_.px(static_cast<double>(spec_.width_px)),
                       .blank_px = measures_.px(6)};
    for (std::size_t word = 0; word < spec_.words.size(); ++word) style.bold.push_back(is_linked(word));
    return style;
  }

  const PlacedWord& word(Index index) const { return words_.words[static_cast<std::size_t>(index)]; }

  static double middle(const PlacedWord& word) {
    return static_cast<double>(word.x) + static_cast<double>(word.width) / 2.0;
  }

  std::size_t add_run(Index channel) {
    runs_.push_back({channel, 0.0, 0.0});
    return runs_.size() - 1;
  }

  void add_route(const Arc& link) {
    assert(link.from >= 0 && link.from < static_cast<Index>(spec_.words.size()));
    assert(link.to >= 0 && link.to < static_cast<Index>(spec_.words.size()));
    const Index from = word(link.from).line;
    const Index to = word(link.to).line;
    Route route{.link = &link, .runs = {}};
    route.starts_upwards = to <= from;
    route.ends_upwards = to >= from;
    const Index leaves_by = route.starts_upwards ? from : from + 1;
    const Index arrives_by = route.ends_upwards ? to : to + 1;
    route.runs[0] = add_run(leaves_by);
    route.runs[1] = leaves_by == arrives_by ? route.runs[0] : add_run(arrives_by);
    route.from_x = middle(word(link.from));
    route.to_x = middle(word(link.to));
    route.uses_left_margin = route.from_x + route.to_x < static_cast<double>(words_.width);
    routes_.push_back(route);
  }

  /// Spreads the feet on each side of a word, in the order of where their links go.
  void place_feet() {
    struct Foot {
      double* x;
      double
          order;  // smaller stands further left: those that go left, the longest of both sides in the middle
    };
    for (std::size_t index = 0; index < words_.words.size(); ++index) {
      const PlacedWord& placed = words_.words[index];
      const auto this_word = static_cast<Index>(index);
      for (const bool upwards : {true, false}) {
        std::vector<Foot> feet;
        for (Route& route : routes_) {
          const double edge = route.uses_left_margin ? -1.0 : static_cast<double>(words_.width) + 1.0;
          const auto order = [&](Index other) {
            const double reach = (route.has_margin() ? edge : middle(word(other))) - middle(placed);
            return reach == 0.0 ? 0.0 : 1.0 / reach;
          };
          if (route.link->from == this_word && route.starts_upwards == upwards) {
            feet.push_back({&route.from_x, order(route.link->to)});
          }
          if (route.link->to == this_word && route.ends_upwards == upwards) {
            feet.push_back({&route.to_x, order(route.link->from)});
          }
        }
        std::stable_sort(feet.begin(), feet.end(),
                         [](const Foot& one, const Foot& other) { return one.order < other.order; });
        const double step =
            std::min(measures_.scale * foot_spacing,
                     static_cast<double>(placed.width) / static_cast<double>(feet.size() + 1));
        double x = std::floor(middle(placed) - step * static_cast<double>(feet.size() - 1) / 2.0) + 0.5;
        for (const Foot& foot : feet) {
          *foot.x = x;
          x += step;
        }
      }
    }
  }

  /// Each route through a margin has a lane of its own as far as it reaches.
  void place_margins() {
    for (const bool left : {true, false}) {
      std::vector<Route*> here;
      std::vector<Interval> intervals;
      for (Route& route : routes_) {
        if (!route.has_margin() || route.uses_left_margin != left) continue;
        const auto one = static_cast<double>(runs_[route.runs[0]].channel);
        const auto other = static_cast<double>(runs_[route.runs[1]].channel);
        here.push_back(&route);
        intervals.push_back({std::min(one, other), std::max(one, other) + 0.5});
      }
      const std::vector<Index> lanes = assign_lanes(intervals);
      for (std::size_t index = 0; index < here.size(); ++index) here[index]->margin_lane = lanes[index];
      (left ? left_lanes_ : right_lanes_) = lane_count(lanes);
    }
  }

  double margin_x(const Route& route) const {
    const double out = measures_.scale * (12.0 + lane_height() * static_cast<double>(route.margin_lane));
    return route.uses_left_margin ? std::floor(-out) + 0.5
                                  : std::floor(static_cast<double>(words_.width) + out) + 0.5;
  }

  void place_lanes() {
    for (Route& route : routes_) {
      Run& first = runs_[route.runs[0]];
      Run& last = runs_[route.runs[1]];
      first.from_x = route.from_x;
      first.to_x = route.has_margin() ? margin_x(route) : route.to_x;
      if (route.has_margin()) last.from_x = margin_x(route);
      last.to_x = route.to_x;
    }
    lanes_in_.assign(static_cast<std::size_t>(words_.lines + 1), 0);
    for (Index channel = 0; channel <= words_.lines; ++channel) {
      std::vector<Run*> here;
      std::vector<Interval> intervals;
      for (Run& run : runs_) {
        if (run.channel != channel) continue;
        here.push_back(&run);
        intervals.push_back({std::min(run.from_x, run.to_x), std::max(run.from_x, run.to_x)});
      }
      const std::vector<Index> lanes = assign_lanes(intervals, measures_.scale * 5.0);
      for (std::size_t index = 0; index < here.size(); ++index) here[index]->lane = lanes[index];
      lanes_in_[static_cast<std::size_t>(channel)] = lane_count(lanes);
    }
  }

  Index margin_room(Index lanes) const {
    return lanes == 0 ? 0 : measures_.px(12.0 + lane_height() * static_cast<double>(lanes));
  }

  Index channel_height(Index channel) const {
    const Index lanes = lanes_in_[static_cast<std::size_t>(channel)];
    if (lanes == 0) return channel == 0 || channel == words_.lines ? 0 : measures_.px(least_channel);
    return measures_.px(2.0 * channel_padding + lane_height() * static_cast<double>(lanes - 1) + 3.0);
  }

  /// Lanes count upwards from the line below.
  double run_y(const Run& run) const {
    const auto channel = static_cast<std::size_t>(run.channel);
    const double bottom = static_cast<double>(line_tops_[channel]);
    return std::floor(bottom - measures_.scale *
                                   (channel_padding + 1.5 + lane_height() * static_cast<double>(run.lane))) +
           0.5;
  }

  double foot_y(Index index, bool upwards) const {
    const Index top = line_tops_[static_cast<std::size_t>(word(index).line)];
    return static_cast<double>(upwards ? top : top + words_.ascent + words_.descent);
  }

  void draw_route(Drawing& drawing, const Route& route) const {
    const Arc& link = *route.link;
    const double scale = measures_.scale;
    const Pen pen = link_pen(link, spec_.page);
    const Run& first = runs_[route.runs[0]];
    const Run& last = runs_[route.runs[1]];
    const auto left = static_cast<double>(left_);
    const double arrow = 6.0 * scale;
    const double end_y = foot_y(link.to, route.ends_upwards);
    const double back = route.ends_upwards ? -arrow : arrow;

    std::vector<Point> points = {{left + route.from_x, foot_y(link.from, route.starts_upwards)},
                                 {left + route.from_x, run_y(first)}};
    if (route.has_margin()) {
      points.push_back({left + margin_x(route), run_y(first)});
      points.push_back({left + margin_x(route), run_y(last)});
    }
    points.push_back({left + route.to_x, run_y(last)});
    points.push_back({left + route.to_x, end_y + 0.8 * back});
    drawing.line(points, pen, corner_radius * scale);
    draw_arrow(drawing, {left + route.to_x, end_y}, back, pen);
    const Point middle_point{left + (first.from_x + first.to_x) / 2.0, run_y(first)};
    if (link.judgement == Judgement::wrong) draw_cross(drawing, middle_point, pen.colour, spec_.page);
    if (!link.name.empty()) draw_name(drawing, link.name, middle_point, std::abs(first.to_x - first.from_x));
  }

  /// On the line, where it is long enough.
  void draw_name(Drawing& drawing, const std::string& name, Point middle_point, double room) const {
    const auto sprite = text_sprite(name, {.size_px = measures_.small_size});
    const Index padding = measures_.px(3);
    if (static_cast<double>(sprite->advance + 4 * padding) > room) return;
    const Index x = std::lround(middle_point.x) - sprite->advance / 2;
    const Index y = std::lround(middle_point.y) + std::lround(0.34 * measures_.small_size);
    drawing.fill({x - padding, y - std::lround(0.8 * measures_.small_size), sprite->advance + 2 * padding,
                  std::lround(measures_.small_size)},
                 colours_.paper);
    drawing.draw(sprite, x, y, colours_.secondary);
  }

  const LinksSpec& spec_;
  const Measures measures_;
  const PageColours& colours_;
  const PassageLayout words_;
  std::vector<Route> routes_;
  std::vector<Run> runs_;
  Index left_lanes_ = 0;
  Index right_lanes_ = 0;
  std::vector<Index> lanes_in_;   // each channel
  std::vector<Index> line_tops_;  // of the words below each channel
  Index left_ = 0;
};

}  // namespace

Picture draw_links(const LinksSpec& spec) {
  assert(!spec.words.empty());
  return LinksFigure(spec).draw();
}

namespace {

Picture example(const Page& page) {
  LinksSpec spec{.width_px = 240, .page = page};
  for (const char* word : {"Sarah", "bought", "a", "boat", "and", "she", "painted", "it", "green"}) {
    spec.words.push_back({{word}});
  }
  spec.links = {{5, 0, 0.9}, {7, 3, 0.7}};
  spec.caption = {.title = "Antecedents"};
  return draw_links(spec);
}

const Registered<Figure> registered{
    {{.name = "links",
      .summary = "links through a passage, routed between its lines",
      .paper = "Clark, Khandelwal, Levy and Manning 2019, What does BERT look at? An analysis of BERT's "
               "attention"},
     [](const Settings&) { return std::make_unique<const Figure>(example); }}};

}  // namespace
}  // namespace attnscope
