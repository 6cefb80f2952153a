#ifndef TALUS_WIRE_REGION_MESSAGES_H_
#define TALUS_WIRE_REGION_MESSAGES_H_

#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/repeated_field.h"
#include "sim/base/rect.h"
#include "sim/plan/engine.h"
#include "sim/stage/layer.h"
#include "talus/v1/layers.pb.h"
#include "talus/v1/terrain.pb.h"

// The engine's structures as messages of talus.v1, and back.
namespace talus {

v1::Layer ToMessage(Layer layer);
v1::CellRect ToMessage(const Rect& rect);
// Without the digest and the version of the recipe, which the engine does not
// know.
v1::RegionPlan ToMessage(const RegionPlan& plan);
// Without the time, which the engine does not measure.
v1::Summary ToMessage(const RegionSummary& summary);

// INVALID_ARGUMENT for LAYER_UNSPECIFIED and unknown numbers; `field` names the
// field in the message.
absl::StatusOr<Layer> LayerFromMessage(v1::Layer layer,
                                       const std::string& field);
// Height where `layers` is empty.
absl::StatusOr<LayerSet> LayersFromMessage(
    const google::protobuf::RepeatedField<int>& layers,
    const std::string& field);
// INVALID_ARGUMENT where it is empty, OUT_OF_RANGE where it leaves the world of
// level 0.
absl::StatusOr<Rect> RectFromMessage(const v1::CellRect& rect,
                                     const std::string& field);

}  // namespace talus

#endif  // TALUS_WIRE_REGION_MESSAGES_H_
