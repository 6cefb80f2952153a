#include "client/erode_recipe.h"

#include <algorithm>

#include "sim/base/rect.h"
#include "sim/recipe/params.h"
#include "sim/recipe/share_layers.h"
#include "sim/recipe/stage_message.h"
#include "talus/v1/annotations.pb.h"

namespace talus {

// Tuned by eye on 30 m SRTM of steep chaparral hills: rivers cut without
// rounding the crests, lay gravel on what is flat already, and a last rain
// leaves water and load in the valleys.
const char kErodeStages[] = R"(
stages {
  multiscale {
    coarsest_level: 3
    rounds: [16, 16, 24, 32]
    stages {
      fluvial_incision {
        passes: 1 step_years: 1000 erodibility: 6e-6 diffusivity_m2_per_yr: 0.003
        deposition_m_per_yr: 2e-3 deposition_slope: 0.02
      }
    }
    stages { thermal_erosion { passes: 1 talus_angle_deg: 40 strength: 0.5 } }
  }
}
stages { water_erosion { passes: 120 } }
)";

absl::StatusOr<v1::Recipe> ErodeRecipe(const ImportedRaster& raster,
                                       const v1::Recipe& process) {
  v1::Recipe recipe = process;
  recipe.clear_stages();
  recipe.set_cell_size_m(raster.cell_m);
  v1::Raster& source = *recipe.add_stages()->mutable_raster();
  source.set_sha256(raster.sha256);
  source.set_nodata(v1::NODATA_POLICY_MASK);
  bool erodes = false;
  uint32_t coarsest = 0;
  for (const v1::Stage& stage : process.stages()) {
    const auto* process_field = ProcessField(stage);
    const bool is_source =
        process_field != nullptr &&
        StageDocOf(*process_field).kind() == v1::STAGE_KIND_SOURCE;
    // Sources of shares say how the land erodes; the others make land.
    if (is_source && !WritesShares(*process_field->message_type())) continue;
    *recipe.add_stages() = stage;
    erodes = erodes || !is_source;
    if (stage.has_multiscale()) {
      v1::Multiscale group = stage.multiscale();
      FillDefaults(&group);
      coarsest = std::max(coarsest, group.coarsest_level());
    }
  }
  if (!erodes) {
    return absl::FailedPreconditionError(
        "the recipe has no stage that erodes; name one such as alps");
  }
  // The world is a whole number of the coarsest cells; what it has beyond the
  // raster holds no data.
  const Rect& cells = raster.data->quanta.rect();
  const int64_t unit = int64_t{1} << coarsest;
  v1::Domain& domain = *recipe.mutable_domain();
  domain.Clear();
  domain.set_x(0);
  domain.set_y(0);
  domain.set_width(CeilDiv(cells.width(), unit) * unit);
  domain.set_height(CeilDiv(cells.height(), unit) * unit);
  domain.set_border(v1::BORDER_OPEN);
  return recipe;
}

}  // namespace talus
