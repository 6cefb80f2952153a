#ifndef TALUS_SIM_STAGES_COLUMNS_H_
#define TALUS_SIM_STAGES_COLUMNS_H_

#include <algorithm>
#include <cstdint>

#include "sim/base/rect.h"

// Runs row kernels, whose arguments have `begin` and `end`, over columns.
namespace talus {

inline constexpr int32_t kLanes = 16;  // of the widest vectors

// Columns [begin, end).
struct Columns {
  int32_t begin, end;
};

// Runs a kernel over whole vectors of columns, and once more over a last one
// that ends where they end and may overlap the others: what is computed twice
// is the same, and no cell is left to a scalar loop, which costs as much as a
// dozen vectors.
template <typename Args>
void RunInVectors(void (*kernel)(const Args&), Args& a, Columns columns) {
  a.begin = columns.begin;
  a.end = columns.end;
  const int32_t width = a.end - a.begin, left = width % kLanes;
  if (width > kLanes && left > 0) {
    a.end -= left;
    kernel(a);
    a.end = columns.end;
    a.begin = a.end - kLanes;
  }
  if (width > 0) kernel(a);
}

// For kernels that write nothing but scratch: more columns at the end, that
// mean nothing, rather than a second run.
inline Columns Whole(Columns columns) {
  const int64_t width = columns.end - columns.begin;
  return {columns.begin, columns.begin + static_cast<int32_t>(
                                             CeilDiv(width, kLanes) * kLanes)};
}

// The clean part of some columns, less what leaves whole vectors on either
// side.
inline Columns WholeAround(Columns clean, Columns columns) {
  const auto [begin, end] = columns;
  const auto whole = [](int32_t n) {
    return static_cast<int32_t>(CeilDiv(n, kLanes)) * kLanes;
  };
  const int32_t from =
      std::min(end, begin + whole(std::max<int32_t>(0, clean.begin - begin)));
  const int32_t to =
      std::max(from, end - whole(std::max<int32_t>(0, end - clean.end)));
  return {from, to};
}

// Runs the cheap kernel where a row and its neighbours are clean, and the
// masked one, by whole vectors, on either side.
template <typename Args>
void RunAround(Columns clean, void (*kernel)(const Args&),
               void (*masked)(const Args&), Args& a, Columns columns) {
  const auto [begin, end] = columns;
  const auto [from, to] = WholeAround(clean, columns);
  if (begin < from) RunInVectors(masked, a, {begin, from});
  if (from < to) RunInVectors(kernel, a, {from, to});
  if (to < end) RunInVectors(masked, a, {to, end});
}

}  // namespace talus

#endif  // TALUS_SIM_STAGES_COLUMNS_H_
