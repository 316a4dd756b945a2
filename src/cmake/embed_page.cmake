# Writes the C++ file that holds the page's own HTML, CSS and JavaScript as literals.
# Run by the build: cmake -DPAGE=<src/export/page> -DOUT=<file.cpp> -P embed_page.cmake
cmake_minimum_required(VERSION 3.25)

set(delimiter attnscope_page)

function(append_literal member files)
  set(text "  parts.${member} =\n")
  foreach(file IN LISTS files)
    file(READ ${file} content)
    if(content MATCHES "\\)${delimiter}\"" OR content MATCHES "\r" OR content MATCHES "</script" OR content MATCHES "</style")
      if(NOT file MATCHES "\\.html$")
        message(FATAL_ERROR "${file}: holds a carriage return, an end tag or the literal's own end")
      endif()
    endif()
    string(APPEND text "R\"${delimiter}(${content})${delimiter}\"\n")
  endforeach()
  file(APPEND ${OUT}.new "${text};\n")
endfunction()

file(GLOB scripts ${PAGE}/*.js)
list(SORT scripts)
file(WRITE ${OUT}.new "// Made by src/cmake/embed_page.cmake from src/export/page.\n#include \"export/page_parts.hpp\"\n
namespace attnscope {
namespace {
PageParts make_parts() {
  PageParts parts;
")
append_literal(document "${PAGE}/page.html")
append_literal(style "${PAGE}/page.css")
append_literal(script "${scripts}")
file(APPEND ${OUT}.new "  return parts;
}
}  // namespace
const PageParts& page_parts() {
  static const PageParts parts = make_parts();
  return parts;
}
}  // namespace attnscope
")
file(RENAME ${OUT}.new ${OUT})
