#ifndef TALUS_SIM_RECIPE_RASTER_NAME_H_
#define TALUS_SIM_RECIPE_RASTER_NAME_H_

#include <string>

#include "talus/v1/recipe.pb.h"

namespace talus {

// The SHA-256 of the raster that a stage imports; empty where it imports none.
inline const std::string& RasterName(const v1::Stage& stage) {
  return stage.has_layer_raster() ? stage.layer_raster().sha256()
                                  : stage.raster().sha256();
}

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_RASTER_NAME_H_
