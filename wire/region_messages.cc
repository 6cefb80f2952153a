#include "wire/region_messages.h"

#include "absl/strings/str_cat.h"
#include "sim/base/status_macros.h"

namespace talus {
v1::Layer ToMessage(Layer layer) {
  return static_cast<v1::Layer>(static_cast<int>(layer) + 1);
}

v1::CellRect ToMessage(const Rect& rect) {
  v1::CellRect message;
  message.set_x(rect.x0);
  message.set_y(rect.y0);
  message.set_width(rect.width());
  message.set_height(rect.height());
  return message;
}

v1::RegionPlan ToMessage(const RegionPlan& plan) {
  v1::RegionPlan message;
  message.set_cell_passes(plan.cell_passes);
  message.set_core_cell_passes(plan.core_cell_passes);
  message.set_memory_bytes(plan.memory_bytes);
  message.set_windows(plan.windows);
  for (const StageCost& cost : plan.stages) {
    v1::StageCost& row = *message.add_stages();
    row.set_path(cost.path);
    row.set_level(cost.level);
    row.set_passes(cost.passes);
    row.set_halo_cells(cost.halo_cells);
    row.set_cell_passes(cost.cell_passes);
    row.set_memory_bytes(cost.memory_bytes);
  }
  return message;
}

v1::Summary ToMessage(const RegionSummary& summary) {
  v1::Summary message;
  message.set_tiles(summary.tiles);
  message.set_cell_passes(summary.cell_passes);
  for (const LayerSummary& layer : summary.layers) {
    v1::LayerDigest& row = *message.add_layers();
    row.set_layer(ToMessage(layer.layer));
    row.set_root(layer.root_digest);
    row.set_min(layer.min);
    row.set_max(layer.max);
  }
  const RegionLedger& from = summary.ledger;
  v1::RegionLedger& to = *message.mutable_ledger();
  to.set_ground_sources(from.ground_sources);
  to.set_from_coarser(from.from_coarser);
  to.set_ground_after(from.ground_after);
  to.set_water_sources(from.water_sources);
  to.set_water_dropped(from.water_dropped);
  to.set_water_after(from.water_after);
  to.set_rain(from.flows.rain);
  to.set_evaporated(from.flows.evaporated);
  to.set_water_out(from.flows.water_out);
  to.set_sediment_out(from.flows.sediment_out);
  to.set_dissolved(from.flows.dissolved);
  to.set_uplift(from.flows.uplift);
  to.set_water_net_in(from.flows.water_net_in);
  to.set_ground_net_in(from.flows.ground_net_in);
  return message;
}

absl::StatusOr<Layer> LayerFromMessage(v1::Layer layer,
                                       const std::string& field) {
  const int index = static_cast<int>(layer) - 1;
  if (index < 0 || index >= kPublicLayerCount) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, " = ", static_cast<int>(layer),
                     " is no layer; give 1 (height) to ", kPublicLayerCount));
  }
  return static_cast<Layer>(index);
}

absl::StatusOr<LayerSet> LayersFromMessage(
    const google::protobuf::RepeatedField<int>& layers,
    const std::string& field) {
  LayerSet set;
  for (int i = 0; i < layers.size(); ++i) {
    TALUS_ASSIGN_OR_RETURN(const Layer layer,
                           LayerFromMessage(static_cast<v1::Layer>(layers[i]),
                                            absl::StrCat(field, "[", i, "]")));
    set.Add(layer);
  }
  if (set.empty()) set.Add(Layer::kHeight);
  return set;
}

absl::StatusOr<Rect> RectFromMessage(const v1::CellRect& rect,
                                     const std::string& field) {
  const auto side = [&](int64_t value, const char* name) -> absl::Status {
    if (value >= 1) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        field, ".", name, " = ", value, " is less than 1; name the cells"));
  };
  TALUS_RETURN_IF_ERROR(side(rect.width(), "width"));
  TALUS_RETURN_IF_ERROR(side(rect.height(), "height"));
  // Sums of what is checked here do not overflow.
  const Rect world = WorldAt(0);
  if (!world.Contains(rect.x(), rect.y()) || rect.width() > world.width() ||
      rect.height() > world.height() ||
      !world.Contains(Rect{rect.x(), rect.y(), rect.x() + rect.width(),
                           rect.y() + rect.height()})) {
    return absl::OutOfRangeError(absl::StrCat(
        field, " = ", rect.x(), ",", rect.y(), ",", rect.width(), ",",
        rect.height(),
        " leaves the world, [-2^40, 2^40) cells of level 0; move it inside"));
  }
  return Rect{rect.x(), rect.y(), rect.x() + rect.width(),
              rect.y() + rect.height()};
}

}  // namespace talus
