// The kinds of picture, each one file: what a kind needs is the struct in its header, what it shows is its
// example.
#pragma once

#include "core/registry.hpp"
#include "render/page.hpp"
#include "render/picture.hpp"

namespace attnscope {

/// A registered kind of picture.
class Figure {
 public:
  static constexpr std::string_view family = "figure";
  using Example = Picture (*)(const Page& page);

  explicit Figure(Example draw) : draw_(draw) {}

  /// The kind drawn with made-up values.
  Picture example(const Page& page) const { return draw_(page); }

 private:
  Example draw_;
};

}  // namespace attnscope
