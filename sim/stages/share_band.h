#ifndef TALUS_SIM_STAGES_SHARE_BAND_H_
#define TALUS_SIM_STAGES_SHARE_BAND_H_

#include "sim/stages/share_target.h"

namespace talus {

// From 0 to 1 as t goes from 0 to 1, level at both ends; constant beyond.
TALUS_INLINE float SoftStep(float t) {
  const float held = HeldShare(t);
  return held * held * (3.0f - 2.0f * held);
}

// A band of values: one share inside, another outside, and rims `fade` wide
// that lie half inside of each end. A band narrower than its rims stays below
// the share of its inside. With fade 0 the ends themselves lie inside.
struct ShareBand {
  float per_unit = 0;    // of a rim
  float at_end = 0;      // of a rim, at the end of the band
  float low_least = 0;   // 1 where the band has no lower end
  float high_least = 0;  // likewise
  float outside = 0;
  float rise = 0;  // from outside to inside

  static ShareBand Of(double fade, bool has_low, bool has_high, double outside,
                      double inside) {
    constexpr float kSteep = 1e30f;  // a hard rim
    ShareBand band;
    band.per_unit = fade > 0 ? static_cast<float>(1.0 / fade) : kSteep;
    band.at_end = fade > 0 ? 0.5f : 1.0f;
    band.low_least = has_low ? 0.0f : 1.0f;
    band.high_least = has_high ? 0.0f : 1.0f;
    band.outside = static_cast<float>(outside);
    band.rise = static_cast<float>(inside - outside);
    return band;
  }

  // The share of a value that lies that far above the lower end and below the
  // upper one, in units of `fade`.
  TALUS_INLINE float At(float above_low, float below_high) const {
    const float low = above_low * per_unit + at_end;
    const float high = below_high * per_unit + at_end;
    const float low_rim = low > low_least ? low : low_least;
    const float high_rim = high > high_least ? high : high_least;
    return outside + rise * SoftStep(low_rim < high_rim ? low_rim : high_rim);
  }
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_SHARE_BAND_H_
