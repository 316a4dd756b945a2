# Compile settings of our own targets; packages never see them.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
# The hot loops live in attention/kernels, which sets its own flags; -O3 elsewhere only costs compile time.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_EXTENSIONS OFF)
set(ATTNSCOPE_SANITIZE "" CACHE STRING "Sanitizers for our targets, e.g. address,undefined")

find_program(ccache_program ccache)
if(ccache_program AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache_program})
endif()

add_library(attnscope_settings INTERFACE)
target_compile_features(attnscope_settings INTERFACE cxx_std_20)
set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align
    -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough)
# GCC 12 falsely reports string concatenation (-Wrestrict, GCC bug 105329) and moved variants (-Wmaybe-uninitialized).
set(gcc_warnings -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wuseless-cast -Wno-restrict
    -Wno-maybe-uninitialized)
# No -ffast-math: it breaks -infinity masks and NaN checks. These two are safe and enough for the vectoriser.
target_compile_options(attnscope_settings INTERFACE
  "$<$<CXX_COMPILER_ID:GNU,Clang>:${warnings};-fno-math-errno;-fno-trapping-math>"
  "$<$<CXX_COMPILER_ID:GNU>:${gcc_warnings}>")
if(ATTNSCOPE_SANITIZE)
  target_compile_options(attnscope_settings INTERFACE
    -fsanitize=${ATTNSCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(attnscope_settings INTERFACE -fsanitize=${ATTNSCOPE_SANITIZE})
endif()
