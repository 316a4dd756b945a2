// The files of export/page, which the build puts into the program (src/cmake/embed_page.cmake).
#pragma once

#include <string_view>

namespace attnscope {

struct PageParts {
  std::string_view document;  ///< page.html, with {{policy}}, {{style}}, {{data}} and {{script}} to be filled in
  std::string_view style;     ///< page.css
  std::string_view script;    ///< the *.js files, one after the other by name: one module
};

const PageParts& page_parts();

}  // namespace attnscope
