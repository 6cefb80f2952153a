#ifndef TALUS_SIM_BASE_LEDGER_H_
#define TALUS_SIM_BASE_LEDGER_H_

#include <cstdint>

namespace talus {

// What entered and left a set of cells, in quanta times cells. Sums are exact
// integers.
struct Ledger {
  int64_t rain = 0;          // water added by rain and initial depth
  int64_t evaporated = 0;    // water dried
  int64_t water_out = 0;     // water gone over an OPEN border
  int64_t sediment_out = 0;  // load gone over an OPEN border
  int64_t dissolved = 0;     // ground removed by a stage that does not keep it
  int64_t uplift = 0;        // ground added by uplift
  int64_t water_net_in =
      0;  // water received from cells of the world minus water given to them
  int64_t ground_net_in = 0;  // ground and load received minus given, likewise

  Ledger& operator+=(const Ledger& o) {
    rain += o.rain;
    evaporated += o.evaporated;
    water_out += o.water_out;
    sediment_out += o.sediment_out;
    dissolved += o.dissolved;
    uplift += o.uplift;
    water_net_in += o.water_net_in;
    ground_net_in += o.ground_net_in;
    return *this;
  }
  bool operator==(const Ledger&) const = default;

  // What ground with its load, and water, grew by.
  int64_t GroundGain() const {
    return ground_net_in + uplift - dissolved - sediment_out;
  }
  int64_t WaterGain() const {
    return water_net_in + rain - evaporated - water_out;
  }
};

}  // namespace talus

#endif  // TALUS_SIM_BASE_LEDGER_H_
