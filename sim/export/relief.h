#ifndef TALUS_SIM_EXPORT_RELIEF_H_
#define TALUS_SIM_EXPORT_RELIEF_H_

#include <cstdint>
#include <optional>

#include "sim/export/grid_view.h"
#include "sim/export/image.h"

namespace talus {

// Colour of cells without data, and of paper.
inline constexpr Rgb kPaper = {246, 245, 241};

// A map of land: tint by altitude, lit by `shade`. The range belongs to the
// caller: pictures of neighbouring regions join where they share one.
struct ReliefOptions {
  double low_m = 0;        // altitude of the first colour
  double high_m = 1000;    // altitude of the last colour
  double shallow_m = 0.3;  // water thinner than this does not show
  double deep_m = 6;       // water from this depth on hides the ground
  // Ground below is under the sea: drawn by its depth.
  std::optional<double> sea_m;
};

// The sea over ground that lies `depth_m` under it. REQUIRES: depth_m >= 0.
Rgb SeaColor(float depth_m, uint8_t shade);

// REQUIRES: all have one size. `water` may have no data pointer.
RgbImage Relief(const GridView<int32_t>& heights,
                const GridView<int32_t>& water, const GrayImage& shade,
                const ReliefOptions& options);

}  // namespace talus

#endif  // TALUS_SIM_EXPORT_RELIEF_H_
