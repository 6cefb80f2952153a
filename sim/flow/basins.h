#ifndef TALUS_SIM_FLOW_BASINS_H_
#define TALUS_SIM_FLOW_BASINS_H_

#include <cstdint>
#include <optional>

#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/ring_plane.h"

namespace talus {

// Which cells run down to the same pit, and how high the water of each pit
// stands before it spills on its way to an outlet.
struct Basins {
  RingPlane<uint32_t> label;  // of each cell
  WordVector<int32_t> flood;  // of each label; INT32_MIN where it drains dry
  // Places of the outlets that were made: the lowest cell, first row by row, of
  // every piece of land that had none.
  WordVector<uint32_t> made_outlets;
};

// Levels of land and voids (neighbour_rows.h), the ring included.
struct BasinGround {
  RingGrid grid;
  RingPlane<int32_t> level;
  RingPlane<uint8_t> lower;   // as MarkLower says
  RingPlane<uint8_t> outlet;  // 1 where water leaves
};

// Nothing where the work was stopped. The ground's `lower` and `outlet` are
// read only.
std::optional<Basins> BasinsOf(const BasinGround& ground, const Work& work);

}  // namespace talus

#endif  // TALUS_SIM_FLOW_BASINS_H_
