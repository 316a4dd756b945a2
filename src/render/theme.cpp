// The accents follow Okabe and Ito's set for all colour visions, darkened or lightened to stand on the paper.
#include "render/theme.hpp"

namespace attnscope {
namespace {

constexpr PageColours light_page{
    .paper = {255, 255, 255},
    .ink = {28, 32, 38},
    .secondary = {110, 119, 129},
    .line = {222, 226, 230},
    .hidden = {240, 241, 243},
    .hidden_line = {214, 217, 222},
    .not_a_number = {233, 150, 122},
    .accents = {{{213, 62, 46},
                 {0, 114, 178},
                 {0, 145, 110},
                 {208, 126, 0},
                 {178, 92, 160},
                 {86, 180, 233},
                 {146, 138, 30},
                 {128, 84, 60}}},
};

constexpr PageColours dark_page{
    .paper = {20, 23, 28},
    .ink = {232, 235, 239},
    .secondary = {146, 155, 166},
    .line = {58, 64, 73},
    .hidden = {34, 38, 44},
    .hidden_line = {58, 64, 73},
    .not_a_number = {176, 96, 74},
    .accents = {{{255, 110, 90},
                 {86, 180, 233},
                 {40, 190, 150},
                 {240, 170, 50},
                 {220, 140, 190},
                 {160, 205, 250},
                 {215, 205, 80},
                 {200, 150, 115}}},
};

}  // namespace

const PageColours& page_colours(Theme theme) {
  return theme == Theme::dark ? dark_page : light_page;
}

}  // namespace attnscope
