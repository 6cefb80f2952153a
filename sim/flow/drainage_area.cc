#include "sim/flow/drainage_area.h"

#include "absl/status/status.h"
#include "sim/flow/flow_graph.h"
#include "sim/flow/flow_shares.h"
#include "sim/flow/flow_walk.h"

namespace talus {

absl::StatusOr<WordVector<uint32_t>> DrainageArea(const Drainage& drainage,
                                                  const Work& work) {
  const Drainage& d = drainage;
  WordVector<uint32_t> area(d.size());
  bool done = work.InTurn(area.size(), [&](size_t i) { area[i] = 0; });
  const size_t last = d.order.size() - 1;
  done = done && work.InTurn(d.order.size(), [&](size_t n) {
    const CellIndex cell = d.order[last - n];
    area[cell] += 1;
    const CellIndex receiver = d.receiver[cell];
    if (receiver != Drainage::kNone) area[receiver] += area[cell];
  });
  if (!done) return absl::CancelledError("cancelled");
  return area;
}

absl::StatusOr<WordVector<uint64_t>> SpreadDrainageArea(
    const Drainage& drainage, float exponent, const Work& work) {
  const Drainage& d = drainage;
  WordVector<uint64_t> area(d.size());
  bool done = work.ForParts(area.size(), [&](size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      area[i] = d.filled[i] == Drainage::kNoData ? 0 : kSpreadCell;
    }
  });
  const auto give = [&](CellIndex cell) {
    FlowShares(d, cell, exponent)
        .Divide(static_cast<int64_t>(area[cell]), 0,
                [&](CellIndex to, int64_t part) {
                  AddTo(area[to], static_cast<uint64_t>(part));
                });
  };
  done = done && WalkFlow<FlowWay::kDown>(FlowGraph(d, true), work, give);
  if (!done) return absl::CancelledError("cancelled");
  return area;
}

}  // namespace talus
