#ifndef TALUS_SIM_EXPORT_COLOR_RAMP_H_
#define TALUS_SIM_EXPORT_COLOR_RAMP_H_

#include "absl/types/span.h"
#include "sim/export/image.h"

namespace talus {

// Colours of values from low to high. Each ramp runs one way in lightness, so
// that it stays in order in grey and for colour-blind eyes.
using ColorRamp = absl::Span<const Rgb>;

ColorRamp HeightRamp();    // dark valleys to white summits
ColorRamp WaterRamp();     // pale films to deep blue
ColorRamp SedimentRamp();  // pale sand to dark earth
ColorRamp FlowRamp();      // pale rills to dark streams
ColorRamp SeaRamp();       // shoals to deep sea
ColorRamp RainRamp();      // pale dry land to dark wet
ColorRamp PlantRamp();     // bare ground to dark forest
ColorRamp UpliftRamp();    // pale rest to dark rise
ColorRamp GreyRamp();      // any other layer

// Colour of `t` in [0, 1]; what lies outside is clamped.
Rgb ColorAt(ColorRamp ramp, float t);

// `share` of `over` on `under`, in [0, 1].
Rgb Mix(Rgb under, Rgb over, float share);

// The colour in the light of a shade in [1, 255]: shadows turn blue, lit slopes
// a little warm.
Rgb Lit(Rgb color, uint8_t shade);

}  // namespace talus

#endif  // TALUS_SIM_EXPORT_COLOR_RAMP_H_
