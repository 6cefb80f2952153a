#ifndef TALUS_CLIENT_SEA_LEVEL_H_
#define TALUS_CLIENT_SEA_LEVEL_H_

#include <optional>

#include "talus/v1/recipe.pb.h"

namespace talus {

// Altitude of the sea that a recipe tells of, for pictures: the first base
// level of a fluvial incision. Nothing where rivers cut at any altitude.
std::optional<double> SeaLevelOf(const v1::Recipe& recipe);

}  // namespace talus

#endif  // TALUS_CLIENT_SEA_LEVEL_H_
