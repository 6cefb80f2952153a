#include "sim/flow/river_network.h"

#include <algorithm>

#include "absl/status/status.h"

namespace talus {
namespace {

// How many channel cells drain straight into each, two at most.
std::vector<uint8_t> Tributaries(const Drainage& d,
                                 std::span<const uint8_t> strahler) {
  std::vector<uint8_t> count(d.size(), 0);
  for (const CellIndex cell : d.order) {
    const CellIndex to = d.receiver[cell];
    if (strahler[cell] == 0 || to == Drainage::kNone) continue;
    count[to] = std::min<uint8_t>(2, count[to] + 1);
  }
  return count;
}

}  // namespace

absl::StatusOr<std::vector<Reach>> ReachesOf(const Drainage& drainage,
                                             std::span<const uint32_t> area,
                                             std::span<const uint8_t> strahler,
                                             const Work& work) {
  const Drainage& d = drainage;
  const std::vector<uint8_t> tributaries = Tributaries(d, strahler);
  std::vector<Reach> reaches;
  // The reach that goes on from each channel cell, once it is known.
  std::vector<uint32_t> reach_at(d.size(), Reach::kNone);
  // From the sources down: `order` has each cell after the one it drains to.
  const bool done = work.InTurn(d.order.size(), [&](size_t n) {
    const CellIndex cell = d.order[d.order.size() - 1 - n];
    if (strahler[cell] == 0) return;
    const CellIndex to = d.receiver[cell];
    uint32_t& at = reach_at[cell];
    // What leaves the terrain where it begins is no line.
    if (tributaries[cell] != 1 && to != Drainage::kNone) {
      at = static_cast<uint32_t>(reaches.size());
      reaches.push_back({.cells = {cell}, .order = strahler[cell]});
    }
    if (at == Reach::kNone) return;
    Reach& reach = reaches[at];
    reach.area_cells = area[cell];
    if (to == Drainage::kNone) return;
    reach.cells.push_back(to);
    reach.length_cells += d.Distance(cell, to);
    if (tributaries[to] == 1) reach_at[to] = at;
  });
  if (!done) return absl::CancelledError("cancelled");
  for (uint32_t i = 0; i < reaches.size(); ++i) {
    const uint32_t next = reach_at[reaches[i].cells.back()];
    // A river that leaves the terrain ends in a cell of its own.
    if (next != i) reaches[i].to = next;
  }
  return reaches;
}

}  // namespace talus
