#ifndef TALUS_TESTS_SERVER_ERODED_REGION_H_
#define TALUS_TESTS_SERVER_ERODED_REGION_H_

#include <cstdint>
#include <memory>

#include "server/engine_region_maker.h"
#include "talus/v1/terrain.pb.h"

namespace talus {

// Noise, then rivers and slides over three levels.
inline v1::Recipe ErodedRecipe(uint64_t seed) {
  v1::Recipe recipe;
  recipe.set_seed_number(seed);
  recipe.add_stages()->mutable_gradient_noise()->set_wavelength_m(1500);
  v1::Multiscale* group = recipe.add_stages()->mutable_multiscale();
  group->set_coarsest_level(2);
  group->add_rounds(1);
  group->add_stages()->mutable_fluvial_incision()->set_passes(4);
  group->add_stages()->mutable_thermal_erosion()->set_passes(2);
  return recipe;
}

inline v1::StreamRegionRequest ErodedRegion(uint64_t seed) {
  v1::StreamRegionRequest request;
  v1::RegionSpec* spec = request.mutable_spec();
  *spec->mutable_recipe() = ErodedRecipe(seed);
  spec->mutable_region()->set_x(-100);
  spec->mutable_region()->set_y(30);
  spec->mutable_region()->set_width(300);
  spec->mutable_region()->set_height(200);
  spec->add_layers(v1::LAYER_HEIGHT);
  spec->add_layers(v1::LAYER_FLOW);
  request.set_tile_size(128);
  request.set_format(v1::SAMPLE_FORMAT_NATIVE);
  return request;
}

// The engine of a service under test.
inline std::unique_ptr<EngineRegionMaker> ServersMaker() {
  EngineOptions options;
  options.tiling.threads = 2;
  return std::make_unique<EngineRegionMaker>(options);
}

}  // namespace talus

#endif  // TALUS_TESTS_SERVER_ERODED_REGION_H_
