#include "server/capabilities.h"

#include "server/version.h"
#include "sim/base/isa.h"
#include "sim/plan/engine.h"
#include "sim/recipe/presets.h"
#include "sim/recipe/recipe_text.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

v1::GetCapabilitiesResponse Capabilities(const ServerOptions& options) {
  v1::GetCapabilitiesResponse out;
  out.set_server_version(std::string(kServerVersion));
  out.set_engine_version(kEngineVersion);
  out.set_isa(std::string(IsaName(ActiveIsa())));
  out.set_threads(static_cast<uint32_t>(options.engine.tiling.threads));
  v1::Limits* limits = out.mutable_limits();
  limits->set_region_cells(static_cast<uint64_t>(options.limits.region_cells));
  limits->set_cell_passes(static_cast<uint64_t>(options.limits.cell_passes));
  limits->set_memory_bytes(static_cast<uint64_t>(options.limits.memory_bytes));
  limits->set_concurrent_requests(static_cast<uint32_t>(
      options.region_lane.threads + options.region_lane.max_waiting));
  limits->set_message_bytes(static_cast<uint32_t>(kMessageBytes));
  const auto* process = v1::Stage::descriptor()->FindOneofByName("process");
  for (int i = 0; i < process->field_count(); ++i) {
    out.add_stages(process->field(i)->name());
  }
  const auto* layers = v1::Layer_descriptor();
  for (int i = 0; i < layers->value_count(); ++i) {
    const auto layer = static_cast<v1::Layer>(layers->value(i)->number());
    if (layer != v1::LAYER_UNSPECIFIED) out.add_layers(layer);
  }
  for (const Preset& preset : Presets()) {
    const absl::StatusOr<v1::Recipe> recipe = ParseRecipe(preset.text);
    if (!recipe.ok()) continue;  // its own test says so
    v1::Preset* row = out.add_presets();
    row->set_name(std::string(preset.name));
    row->set_title(std::string(preset.title));
    *row->mutable_recipe() = *recipe;
  }
  return out;
}

}  // namespace talus
