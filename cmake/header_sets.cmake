# A header set is a list of headers that many files read and that take longer to parse than the files
# themselves. It is compiled once for all targets that name it. The sources include what they use all
# the same: the lint preset builds without sets.

# talus_header_set(<name> [OPTIONS ...] LIBS ... HEADERS ...)
#   OPTIONS  compiler options of the targets that name the set, beyond those of their LIBS
#   LIBS     what the headers need
function(talus_header_set name)
  cmake_parse_arguments(PARSE_ARGV 1 set "" "" "OPTIONS;LIBS;HEADERS")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT ${source})
  # Without the time of its headers in it a compiler cache knows the set again.
  target_compile_options(${name} PRIVATE ${set_OPTIONS}
    $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
  target_link_libraries(${name} PRIVATE ${set_LIBS})
  target_precompile_headers(${name} PRIVATE ${set_HEADERS})
endfunction()

# talus_use_header_set(<name> TARGETS...)
function(talus_use_header_set name)
  foreach(target ${ARGN})
    target_precompile_headers(${target} REUSE_FROM ${name})
  endforeach()
endfunction()

set(talus_std_headers
  <algorithm> <array> <bit> <cmath> <cstdint> <functional> <map> <memory> <optional> <string> <utility>
  <vector> <absl/status/statusor.h> <absl/strings/str_cat.h>)
