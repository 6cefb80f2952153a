#ifndef TALUS_CLIENT_ERODE_RECIPE_H_
#define TALUS_CLIENT_ERODE_RECIPE_H_

#include <string>

#include "absl/status/statusor.h"
#include "client/raster_import.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// Stages that erode a real DEM: what `talus erode` does where no recipe is
// given. Text format.
extern const char kErodeStages[];

// A recipe that erodes a raster: the raster as the source, then the eroding
// stages and the sources of shares of `process`, whose other sources are left
// out. The world is the raster, its border OPEN; cells without data lie
// outside.
// FAILED_PRECONDITION where `process` erodes nothing.
absl::StatusOr<v1::Recipe> ErodeRecipe(const ImportedRaster& raster,
                                       const v1::Recipe& process);

}  // namespace talus

#endif  // TALUS_CLIENT_ERODE_RECIPE_H_
