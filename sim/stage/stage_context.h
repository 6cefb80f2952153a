#ifndef TALUS_SIM_STAGE_STAGE_CONTEXT_H_
#define TALUS_SIM_STAGE_STAGE_CONTEXT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "sim/base/hash.h"
#include "sim/base/plane.h"
#include "sim/base/rect.h"
#include "sim/stage/parameter_scale.h"

namespace talus {

// An imported raster at level 0, its first cell at (0, 0). Cells without data
// hold kNodata.
struct RasterData {
  static constexpr int32_t kNodata = INT32_MIN;
  Plane<int32_t> quanta;
};

// Rasters by the lower-case hexadecimal SHA-256 that recipes name them by.
using RasterSet =
    absl::flat_hash_map<std::string, std::shared_ptr<const RasterData>>;

// The surroundings a stage is made for: one level of one recipe.
struct StageContext {
  uint64_t seed =
      0;  // of this stage: its own, or of its path, joined with the recipe's
  double level0_cell_m = 10;  // cell size of level 0
  int level = 0;
  std::optional<Rect> domain;  // in cells of this level
  const RasterSet* rasters = nullptr;
  std::vector<ParameterScale> scales;  // at most one of a parameter

  // How a parameter differs from cell to cell; nullptr where it does not.
  const ParameterScale* ScaleOf(std::string_view parameter) const {
    for (const ParameterScale& scale : scales) {
      if (scale.parameter == parameter) return &scale;
    }
    return nullptr;
  }

  // What the draws of a process are keyed on: other ones at every level, and
  // for every `process`, whatever the seed. Sources, which are one field at all
  // levels, take `seed`.
  uint64_t DrawSeed(uint64_t process) const {
    return HashCombine(HashCombine(seed, process),
                       static_cast<uint64_t>(level));
  }
  double cell_m() const {
    return level0_cell_m * static_cast<double>(int64_t{1} << level);
  }
};

}  // namespace talus

#endif  // TALUS_SIM_STAGE_STAGE_CONTEXT_H_
