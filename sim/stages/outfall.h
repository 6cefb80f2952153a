#ifndef TALUS_SIM_STAGES_OUTFALL_H_
#define TALUS_SIM_STAGES_OUTFALL_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/flow/drainage.h"

namespace talus {

// What lies beyond the cells of a domain that water leaves from.
struct Outfall {
  std::span<const uint8_t> rim;       // DomainGround's
  std::optional<int32_t> base_level;  // behind an OPEN border, in quanta
  std::optional<int32_t> sea;         // quanta

  // Whether a cell that water leaves from, of height `h`, keeps it: it lies in
  // the sea, or water leaves not over an OPEN border toward lower ground.
  bool Keeps(CellIndex i, int32_t h) const {
    if (sea && h <= *sea) return true;
    return rim[i] == 0 || !base_level || h <= *base_level;
  }
  // The water or ground that the cell drains to, once it rose to `risen`.
  int32_t Level(CellIndex i, int32_t h, int32_t risen) const {
    if (!Keeps(i, h)) return *base_level;
    return sea ? std::max(risen, *sea) : risen;
  }
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_OUTFALL_H_
