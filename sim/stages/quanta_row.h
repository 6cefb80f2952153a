#ifndef TALUS_SIM_STAGES_QUANTA_ROW_H_
#define TALUS_SIM_STAGES_QUANTA_ROW_H_

#include <cstdint>

namespace talus {

// Writes base + values * quanta_per_unit to the nearest quantum, `n` of them,
// held to the valid range. For sources: transfers round without bias.
struct QuantaRowArgs {
  const float* values;
  int64_t n;
  float quanta_per_unit;
  int32_t base;
  int32_t* out;
};
void RunQuantaRow(const QuantaRowArgs& a);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_QUANTA_ROW_H_
