#ifndef TALUS_SIM_STAGES_WATER_SCRATCH_H_
#define TALUS_SIM_STAGES_WATER_SCRATCH_H_

#include <cstdint>

#include "sim/base/isa.h"
#include "sim/stages/water_model.h"

// Rows of scratch of water erosion. Their lengths are known to the compiler, so
// that one pointer finds all lines of a row.
namespace talus::water {

// Columns that a sweep takes at once; wider windows are cut.
inline constexpr int64_t kPanelColumns = 1104;

// One value for each column of a panel and of a margin on either side.
template <typename T>
struct Line {
  static constexpr int64_t kMargin = 16;
  // An odd number of cache lines, so that lines side by side do not crowd the
  // same sets of a cache.
  static constexpr int64_t kWords = kPanelColumns + 2 * kMargin;
  static_assert(kWords / 16 % 2 == 1);

  TALUS_INLINE T& operator[](int64_t i) { return words[kMargin + i]; }
  TALUS_INLINE const T& operator[](int64_t i) const {
    return words[kMargin + i];
  }
  alignas(64) T words[kWords] = {};
};

// What is kept of each of the last few rows of the world.
struct WorldRow {
  Line<int32_t> water;  // at the start of the pass, with rain
  Line<int32_t> surface;
  Line<float> flux[kOwnedEdges];  // before the givers' limits
  Line<float> limit;              // share of the outflow that a cell can afford
  Line<int32_t> water_given;
  // Received from the row above.
  Line<int32_t> water_from_above;
  Line<int32_t> load_from_above;
  // Left, and received so far: in the end from all sides.
  Line<int32_t> water_so_far;
  Line<int32_t> load_so_far;
  // What goes to kOpen; only where the row is not clean.
  Line<int32_t> water_open;
  Line<int32_t> load_open;
};

// Columns whose gifts are held at once: few enough for the first-level cache.
inline constexpr int32_t kGiftColumns = 128;

// What some cells of a row give, by direction, and keep. Before the columns at
// hand lie the last ones of those before.
struct Gifts {
  static constexpr int32_t kBefore = 16;
  struct Part {
    TALUS_INLINE int32_t& operator[](int32_t i) { return words[kBefore + i]; }
    TALUS_INLINE int32_t operator[](int32_t i) const {
      return words[kBefore + i];
    }
    alignas(64) int32_t words[kBefore + kGiftColumns] = {};
  };
  Part water[kDirections];
  Part load[kDirections];
  Part water_kept;
  Part load_kept;
};

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_SCRATCH_H_
