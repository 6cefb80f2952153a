#ifndef TALUS_SIM_EXPORT_SHEET_H_
#define TALUS_SIM_EXPORT_SHEET_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/export/color_ramp.h"
#include "sim/export/downsample.h"
#include "sim/export/image.h"

namespace talus {

// One layer of a contact sheet.
struct SheetPanel {
  std::string title;
  std::string unit;
  FloatGrid values;
  ColorRamp ramp;
  // Colour goes by the value's share of the range, its square root taken this
  // often: layers with few large values need 1 (water) to 3 (drainage area).
  int roots = 0;
  // 0: the colour covers the ground. Else the ground shows where values are
  // small, up to this share of the ramp.
  float shows_ground = 0;
  // Values below are ground under the sea: drawn by their depth, and not in the
  // range of the legend.
  std::optional<float> sea;
};

struct SheetOptions {
  std::string caption;  // a line at the foot
  double pixel_m = 10;  // edge of a pixel of the panels, for the scale bar
};

// A contact sheet: the panels side by side over one hillshade, each with its
// title and a legend in the panel's unit. Colours span from the 0.2 to the 99.8
// percentile of a panel's values, so that a few extremes hide nothing; the
// legend marks an end that values go beyond with < or >, and says a scale that
// is not even.
//
// REQUIRES: at least one panel; all grids have the size of `shade`.
RgbImage Sheet(const GrayImage& shade, const std::vector<SheetPanel>& panels,
               const SheetOptions& options);

// Factor to downsample by, so that a panel's longer edge is about `edge`
// pixels.
int64_t SheetFactor(int64_t width, int64_t height, int64_t edge);

}  // namespace talus

#endif  // TALUS_SIM_EXPORT_SHEET_H_
