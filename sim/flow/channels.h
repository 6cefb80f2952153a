#ifndef TALUS_SIM_FLOW_CHANNELS_H_
#define TALUS_SIM_FLOW_CHANNELS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "sim/flow/drainage.h"

namespace talus {

// A stream: a chain of channel cells of one Strahler order, from where that
// order begins to where a larger one, or the edge, takes it up.
struct Stream {
  CellIndex head = 0;
  CellIndex mouth = 0;   // its last own cell
  uint8_t order = 1;     // Strahler's
  double length = 0;     // in cells, from the head to where it is taken up
  bool complete = true;  // taken up by another stream, not cut off by the edge
};

// The channels of a terrain: cells that at least `threshold` cells drain
// through.
struct Channels {
  uint32_t threshold = 0;
  std::vector<uint8_t> order;  // Strahler's, of each cell; 0 on hillslopes
  std::vector<Stream> streams;
};

// Strahler's orders of the cells that at least `threshold` cells drain through;
// 0 on hillslopes.
//
// Based on: Strahler. Quantitative analysis of watershed geomorphology. Trans.
// AGU 38(6), 1957. doi:10.1029/TR038i006p00913
std::vector<uint8_t> StrahlerOrders(const Drainage& drainage,
                                    std::span<const uint32_t> area,
                                    uint32_t threshold);

Channels ChannelsOf(const Drainage& drainage, std::span<const uint32_t> area,
                    uint32_t threshold);

// Length in cells of the longest way that ends in each cell.
std::vector<float> LongestFlow(const Drainage& drainage);

}  // namespace talus

#endif  // TALUS_SIM_FLOW_CHANNELS_H_
