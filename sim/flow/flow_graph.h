#ifndef TALUS_SIM_FLOW_FLOW_GRAPH_H_
#define TALUS_SIM_FLOW_FLOW_GRAPH_H_

#include <cstddef>

#include "sim/flow/drainage.h"

namespace talus {

// Which cells a cell gives to: its receiver alone, or where flow spreads, all
// its lower neighbours on the filled ground, and its receiver on level ground.
// A cell whose receiver is kNone gives to none.
class FlowGraph {
 public:
  FlowGraph(const Drainage& drainage, bool spreads)
      : d_(drainage), spreads_(spreads) {}

  const Drainage& drainage() const { return d_; }
  bool spreads() const { return spreads_; }

  // Calls f(receiver).
  template <typename F>
  void ForReceivers(CellIndex cell, const F& f) const {
    const CellIndex receiver = d_.receiver[cell];
    if (receiver == Drainage::kNone) return;
    // Where the receiver is no lower, no neighbour is.
    if (!spreads_ || d_.filled[receiver] == d_.filled[cell]) {
      f(receiver);
      return;
    }
    d_.ForNeighbours(cell, [&](size_t, CellIndex to) {
      const int32_t below = d_.filled[to];
      if (below < d_.filled[cell] && below != Drainage::kNoData) f(to);
    });
  }

  // Calls f(donor) for the cells that have this one as a receiver.
  template <typename F>
  void ForDonors(CellIndex cell, const F& f) const {
    d_.ForNeighbours(cell, [&](size_t, CellIndex from) {
      const CellIndex receiver = d_.receiver[from];
      const bool above = spreads_ && d_.filled[from] > d_.filled[cell];
      if (above ? receiver != Drainage::kNone : receiver == cell) f(from);
    });
  }

 private:
  const Drainage& d_;
  const bool spreads_;
};

}  // namespace talus

#endif  // TALUS_SIM_FLOW_FLOW_GRAPH_H_
