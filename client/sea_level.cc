#include "client/sea_level.h"

namespace talus {
namespace {

using Stages = google::protobuf::RepeatedPtrField<v1::Stage>;

std::optional<double> SeaLevelOfStages(const Stages& stages) {
  for (const v1::Stage& stage : stages) {
    if (stage.has_fluvial_incision() &&
        stage.fluvial_incision().has_base_level_m()) {
      return stage.fluvial_incision().base_level_m();
    }
    const Stages* inner = stage.has_repeat() ? &stage.repeat().stages()
                          : stage.has_multiscale()
                              ? &stage.multiscale().stages()
                              : nullptr;
    if (inner == nullptr) continue;
    if (const auto level = SeaLevelOfStages(*inner)) return level;
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> SeaLevelOf(const v1::Recipe& recipe) {
  return SeaLevelOfStages(recipe.stages());
}

}  // namespace talus
