#ifndef TALUS_SIM_PLAN_REGION_LEDGER_H_
#define TALUS_SIM_PLAN_REGION_LEDGER_H_

#include <cstdint>

#include "sim/base/ledger.h"

namespace talus {

// The balance of a region's cells at its level, in quanta times cells. It holds
// to the quantum:
//
//   ground_after = ground_sources + from_coarser + ground_net_in + uplift
//                  - dissolved - sediment_out
//
//   water_after = water_sources - water_dropped + water_net_in + rain
//                 - evaporated - water_out
//
// Ground is counted with its load. Sources are the stages that make values;
// what they replace counts against what they make.
struct RegionLedger {
  int64_t ground_sources = 0;
  // What resampling the change of the coarser level of a Multiscale added, less
  // the load that could not settle within the valid range of the ground.
  int64_t from_coarser = 0;
  int64_t ground_after = 0;
  int64_t water_sources = 0;
  // What stood where a Multiscale began, which starts dry on every level.
  int64_t water_dropped = 0;
  int64_t water_after = 0;
  Ledger flows;

  RegionLedger& operator+=(const RegionLedger& o) {
    ground_sources += o.ground_sources;
    from_coarser += o.from_coarser;
    ground_after += o.ground_after;
    water_sources += o.water_sources;
    water_dropped += o.water_dropped;
    water_after += o.water_after;
    flows += o.flows;
    return *this;
  }
  bool operator==(const RegionLedger&) const = default;

  // What the balance is off by; 0 unless a stage breaks its budget.
  int64_t GroundError() const {
    return ground_after - ground_sources - from_coarser - flows.GroundGain();
  }
  int64_t WaterError() const {
    return water_after - water_sources + water_dropped - flows.WaterGain();
  }
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_REGION_LEDGER_H_
