#ifndef TALUS_SIM_STAGES_FACTOR_ROW_H_
#define TALUS_SIM_STAGES_FACTOR_ROW_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/stage/layer_rows.h"
#include "sim/stage/stage.h"
#include "sim/stage/stage_context.h"

namespace talus {

// How a parameter of the stage differs from cell to cell, if it does; its layer
// joins what the stage reads.
std::optional<ParameterScale> ScaleRead(const StageContext& context,
                                        std::string_view parameter,
                                        StageInfo* info);

// Writes the factors of a parameter in the cells first <= i < last of row y;
// ones where it is the same everywhere.
void FillFactors(const std::optional<ParameterScale>& scale,
                 const LayerRows& in, int64_t y, int64_t first, int64_t last,
                 float* factors);

// The same of a row of shares.
void FillFactors(const ParameterScale& scale, const float* shares, int64_t n,
                 float* factors);

// A parameter that is held to `most` for the sake of stability: cell by cell,
// where it is scaled.
struct HeldNumber {
  HeldNumber() = default;
  HeldNumber(double asked, double most);

  double held = 0;       // where the factor is 1
  float per_factor = 1;  // of the number asked for, in units of `held`
  float most = 1;        // likewise
};

// Writes what a parameter is in those cells, in units of the number held where
// the factor is 1.
void FillHeldFactors(const std::optional<ParameterScale>& scale,
                     const HeldNumber& number, const LayerRows& in, int64_t y,
                     int64_t first, int64_t last, float* factors);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_FACTOR_ROW_H_
