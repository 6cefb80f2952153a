#ifndef TALUS_TESTS_LAW_CASE_TABLES_H_
#define TALUS_TESTS_LAW_CASE_TABLES_H_

// What the cases of the law suite are made of.
namespace talus::law {

// What the stages that have required parameters need, and what keeps the halo
// of a pass over whole windows as small as the lands of this suite.
struct Required {
  const char* process;
  const char* params;
};
inline constexpr Required kRequired[] = {
    {"raster",
     "sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40"},
    {"height_curve",
     "points { from_m: 0 to_m: 50 } points { from_m: 300 to_m: 250 } "
     "points { from_m: 900 to_m: 1200 }"},
    {"layer_raster",
     "sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40 one: 300"},
    {"droplets", "steps: 4 radius: 3 drops_per_pass: 120000"},
    {"layer_catchment", "x: 13 y: -9 snap_m: 70"},
    {"layer_orographic_rain", "reach_m: 60 wind_from_deg: 250"},
};

// Sets of parameters that take other ways through a stage than its defaults do.
struct Variant {
  const char* process;
  const char* name;
  const char* params;
  const char* beside = "";  // what the stage has beside its process
};
inline constexpr Variant kVariants[] = {
    {"plane", "added",
     "slope_east: 0.3 slope_south: -0.2 combine: COMBINE_ADD"},
    {"gradient_noise", "finer_than_cells",
     "wavelength_m: 10 lacunarity: 4 octaves: 16"},
    {"gradient_noise", "warped_ridges",
     "basis: NOISE_BASIS_SIMPLEX fractal: NOISE_FRACTAL_RIDGED octaves: 6 "
     "wavelength_m: 900 warp { strength_m: 200 wavelength_m: 500 } "
     "combine: COMBINE_ADD"},
    {"gradient_noise", "cells",
     "basis: NOISE_BASIS_CELLULAR fractal: NOISE_FRACTAL_BILLOW octaves: 3 "
     "wavelength_m: 700 period: 5 combine: COMBINE_MAX"},
    {"gradient_noise", "values",
     "basis: NOISE_BASIS_VALUE octaves: 4 wavelength_m: 300 "
     "octave_offsets { x_m: 1e6 } combine: COMBINE_MIN"},
    {"hardness", "strata",
     "strata_amplitude: 0.5 strata_thickness_m: 40 strata_dip_east: 0.1"},
    {"layer_noise", "faint_rain",
     "layer: LAYER_RAIN wavelength_m: 300 low: 0.7 high: 0.2 contrast: 1 "
     "combine: COMBINE_ADD"},
    {"layer_height", "belt_of_hardness",
     "layer: LAYER_HARDNESS min_m: 150 max_m: 250 fade_m: 40 outside: 0.3 "
     "inside: 0.9 combine: COMBINE_MULTIPLY"},
    {"layer_height", "hard_rim", "min_m: 200 fade_m: 0"},
    {"layer_slope", "meadows",
     "layer: LAYER_VEGETATION min_deg: 0 max_deg: 40 fade_deg: 30 "
     "combine: COMBINE_MAX"},
    {"layer_curvature", "hard_hollows",
     "layer: LAYER_HARDNESS full_per_m: 0.3 combine: COMBINE_MIN"},
    {"layer_raster", "inverted_and_multiplied",
     "layer: LAYER_HARDNESS sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40 zero: 400 one: 20 "
     "combine: COMBINE_MULTIPLY"},
    {"layer_catchment", "or_what_is_there",
     "layer: LAYER_RAIN x: 13 y: -9 snap_m: 80 combine: COMBINE_MAX"},
    {"layer_orographic_rain", "norther_on_hardness",
     "layer: LAYER_HARDNESS reach_m: 45 base: 0.9 windward: 0.4 lee: 3 "
     "wind_from_deg: 20 combine: COMBINE_MIN"},
    {"gully_noise", "narrow_and_added",
     "wavelength_m: 900 octaves: 3 amplitude_m: 300 gully_width_m: 150 "
     "gully_octaves: 12 sharpness: 1 combine: COMBINE_ADD"},
    {"water_erosion", "flood",
     "passes: 24 initial_water_m: 5 rain_m_per_s: 0.05 courant: 0.7 "
     "evaporation_per_s: 0 base_level_m: 300"},
    {"water_erosion", "drizzle",
     "passes: 24 initial_water_m: 0 rain_m_per_s: 1e-5 capacity_s: 2 "
     "erosion_per_s: 3 evaporation_per_s: 0.3"},
    {"fluvial_incision", "soft_and_based",
     "passes: 24 erodibility: 1e-3 flow_exponent: 1 area_exponent: 0.4 "
     "slope_exponent: 1.5 diffusivity_m2_per_yr: 0.2 base_level_m: 250"},
    {"fluvial_incision", "laying_down",
     "passes: 24 flow_exponent: 2 deposition_m_per_yr: 1e-3 "
     "deposition_slope: 0.05"},
    {"fluvial_incision", "laying_down_most",
     "passes: 24 deposition_m_per_yr: 1 deposition_slope: 1 "
     "step_years: 1000000"},
    {"water_erosion", "scaled", "passes: 12",
     "scales { parameter: 'rain_m_per_s' layer: LAYER_HARDNESS at_zero: 9 } "
     "scales { parameter: 'erosion_per_s' layer: LAYER_HARDNESS at_zero: 4 "
     "at_one: 0.1 } scales { parameter: 'full_depth_m' layer: LAYER_HARDNESS "
     "at_zero: 0.1 }"},
    {"fluvial_incision", "lifted",
     "passes: 24 uplift_m_per_yr: 3e-4 base_level_m: 250",
     "scales { parameter: 'uplift_m_per_yr' layer: LAYER_HARDNESS at_zero: 2 "
     "at_one: 0.1 }"},
    {"fluvial_incision", "scaled",
     "passes: 24 deposition_m_per_yr: 1e-3 deposition_slope: 0.05",
     "scales { parameter: 'erodibility' layer: LAYER_HARDNESS at_zero: 20 } "
     "scales { parameter: 'diffusivity_m2_per_yr' layer: LAYER_HARDNESS "
     "at_zero: 5 at_one: 0 } "
     "scales { parameter: 'deposition_m_per_yr' layer: LAYER_HARDNESS "
     "at_zero: 0 at_one: 3 }"},
    {"stream_power", "spread_and_scaled",
     "passes: 4 routing: FLOW_ROUTING_MULTIPLE base_level_m: 5 "
     "slope_exponent: 1.4 hillslope_deg: 30",
     "scales { parameter: 'uplift_m_per_yr' layer: LAYER_HARDNESS at_zero: 3 } "
     "scales { parameter: 'erodibility' layer: LAYER_HARDNESS at_zero: 20 "
     "at_one: 0 }"},
    {"stream_power", "steep_where_hard", "passes: 4 hillslope_deg: 20",
     "scales { parameter: 'hillslope_deg' layer: LAYER_HARDNESS at_zero: 0.5 "
     "at_one: 3 }"},
    {"stream_power", "laying_down",
     "passes: 4 routing: FLOW_ROUTING_MULTIPLE hillslope_deg: 30 deposition: 2",
     "scales { parameter: 'deposition' layer: LAYER_HARDNESS at_zero: 0 }"},
    {"stream_power", "laying_down_most", "passes: 4 deposition: 100"},
    {"thermal_erosion", "banded",
     "passes: 12 talus_angle_deg: 10 hard_talus_angle_deg: 20 strength: 1 "
     "band_min_m: 200 band_max_m: 500"},
    {"thermal_erosion", "scaled",
     "passes: 12 talus_angle_deg: 10 hard_talus_angle_deg: 20 strength: 0.8 "
     "band_min_m: 200",
     "scales { parameter: 'talus_angle_deg' layer: LAYER_HARDNESS at_one: 3 } "
     "scales { parameter: 'hard_talus_angle_deg' layer: LAYER_HARDNESS "
     "at_zero: 0.5 } "
     "scales { parameter: 'strength' layer: LAYER_HARDNESS at_zero: 0.3 }"},
    {"thermal_erosion", "scree",
     "passes: 24 talus_angle_deg: 30 hard_talus_angle_deg: 50 strength: 1 "
     "loose_talus_angle_deg: 20 band_min_m: 200"},
    {"creep", "strong", "passes: 12 diffusion_m2: 1e6"},
    {"creep", "scaled", "passes: 12 diffusion_m2: 10",
     "scales { parameter: 'diffusion_m2' layer: LAYER_HARDNESS at_zero: 8 "
     "at_one: 0 }"},
    {"creep", "scaled_and_steepening",
     "passes: 12 diffusion_m2: 4 critical_slope_deg: 40",
     "scales { parameter: 'diffusion_m2' layer: LAYER_HARDNESS at_zero: 8 "
     "at_one: 0 }"},
    {"droplets", "four_corners",
     "steps: 3 brush: DROP_BRUSH_FOUR_CORNERS drops_per_pass: 262144 "
     "inertia: 0.5 evaporation: 0.3 cap_m: 0.5"},
    {"droplets", "scaled", "steps: 4 radius: 3 drops_per_pass: 120000",
     "scales { parameter: 'capacity' layer: LAYER_HARDNESS at_zero: 20 } "
     "scales { parameter: 'min_slope' layer: LAYER_HARDNESS at_zero: 9 } "
     "scales { parameter: 'erosion' layer: LAYER_HARDNESS at_zero: 3 } "
     "scales { parameter: 'deposition' layer: LAYER_HARDNESS at_zero: 0 }"},
    {"droplets", "scaled_ways", "steps: 4 radius: 3 drops_per_pass: 60000",
     "scales { parameter: 'drops_per_pass' layer: LAYER_HARDNESS at_zero: 4 "
     "at_one: 0 } "
     "scales { parameter: 'inertia' layer: LAYER_HARDNESS at_zero: 5 } "
     "scales { parameter: 'evaporation' layer: LAYER_HARDNESS at_zero: 100 } "
     "scales { parameter: 'gravity' layer: LAYER_HARDNESS at_zero: 9 } "
     "scales { parameter: 'start_water' layer: LAYER_HARDNESS at_zero: 5 } "
     "scales { parameter: 'start_speed' layer: LAYER_HARDNESS at_zero: 3 } "
     "scales { parameter: 'max_speed' layer: LAYER_HARDNESS at_zero: 0.1 }"},
    {"droplets", "wide_disc",
     "steps: 2 radius: 6 drops_per_pass: 100000 capacity: 40 erosion: 1 "
     "cap_m: 20"},
    {"creep", "steepening",
     "passes: 12 diffusion_m2: 4 critical_slope_deg: 40"},
    {"cellular_erosion", "flood",
     "passes: 24 initial_water_m: 3 rain_m_per_s: 0.05 rain_density: 0.5 "
     "outflow_share: 1 evaporation_per_s: 0 depth_exponent: 1.5 "
     "base_level_m: 300"},
    {"cellular_erosion", "cloudburst",
     "passes: 24 initial_water_m: 0 rain_m_per_s: 0.02 rain_density: 0.01 "
     "evaporation_per_s: 0.2 capacity: 20 depth_exponent: 0.5 "
     "erosion_per_s: 3 erosion_cap: 0.5 rock_erodibility: 0"},
    {"cellular_erosion", "scaled", "passes: 24 capacity: 2",
     "scales { parameter: 'rain_m_per_s' layer: LAYER_HARDNESS at_zero: 2 "
     "at_one: 0 } "
     "scales { parameter: 'evaporation_per_s' layer: LAYER_HARDNESS } "
     "scales { parameter: 'capacity' layer: LAYER_HARDNESS at_zero: 3 } "
     "scales { parameter: 'erosion_per_s' layer: LAYER_HARDNESS at_zero: 5 } "
     "scales { parameter: 'deposition_per_s' layer: LAYER_HARDNESS "
     "at_one: 0 }"},
    {"raster", "filled_and_added",
     "sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40 "
     "nodata: NODATA_POLICY_FILL combine: COMBINE_ADD"},
};

// Whole recipes after the hills: joints between sections, levels and groups
// that single stages do not have.
struct Mixture {
  const char* name;
  const char* stages;
};
inline constexpr Mixture kMixtures[] = {
    {"pyramid_of_everything",
     "stages { multiscale { coarsest_level: 3 rounds: [ 16, 24 ] "
     "stages { fluvial_incision { passes: 16 } } "
     "stages { repeat { count: 16 stages { water_erosion { passes: 16 } } "
     "stages { thermal_erosion { passes: 8 } } } } "
     "stages { creep { passes: 8 } } } }"},
    {"water_before_and_after_groups",
     "stages { water_erosion { passes: 32 } } "
     "stages { multiscale { coarsest_level: 2 rounds: [ 8, 16, 32 ] "
     "stages { fluvial_incision { passes: 8 } } } } "
     "stages { multiscale { coarsest_level: 1 rounds: [ 8 ] "
     "stages { water_erosion { passes: 24 } } } } "
     "stages { thermal_erosion { passes: 16 } }"},
    {"sources_between_processes",
     "stages { water_erosion { passes: 24 } } "
     "stages { plane { base_m: 350 slope_east: 0.1 combine: COMBINE_MIN } } "
     "stages { hardness { strata_amplitude: 0.4 } } "
     "stages { repeat { count: 16 stages { water_erosion { passes: 8 } } "
     "stages { creep { passes: 8 } } } } "
     "stages { plane { base_m: 300 slope_south: 0.2 } } "
     "stages { water_erosion { passes: 24 } } "
     "stages { fluvial_incision { passes: 16 } }"},
    {"raster_with_holes_under_everything",
     "stages { raster { sha256: '00000000000000000000000000000000"
     "00000000000000000000000000000000' x: -70 y: -40 } } "
     "stages { multiscale { coarsest_level: 2 rounds: [ 16, 24 ] "
     "stages { fluvial_incision { passes: 8 } } "
     "stages { water_erosion { passes: 16 } } "
     "stages { thermal_erosion { passes: 8 } } } } "
     "stages { creep { passes: 8 } } stages { water_erosion { passes: 24 } }"},
    {"scree_that_other_processes_move",
     "stages { thermal_erosion { passes: 16 talus_angle_deg: 30 "
     "hard_talus_angle_deg: 50 loose_talus_angle_deg: 20 } } "
     "stages { water_erosion { passes: 24 initial_water_m: 2 } } "
     "stages { multiscale { coarsest_level: 2 rounds: [ 8, 16 ] "
     "stages { fluvial_incision { passes: 8 deposition_m_per_yr: 1e-3 } } "
     "stages { thermal_erosion { passes: 8 loose_talus_angle_deg: 25 } } "
     "stages { creep { passes: 8 } } } }"},
    {"rivers_of_the_domain_on_coarse_levels",
     "stages { multiscale { coarsest_level: 3 rounds: [ 8, 16 ] "
     "stages { stream_power { passes: 8 } finest_level: 1 } "
     "stages { fluvial_incision { passes: 8 } } "
     "stages { thermal_erosion { passes: 8 } finest_level: 0 } } } "
     "stages { stream_power { passes: 16 base_level_m: 300 } } "
     "stages { water_erosion { passes: 16 } }"},
    {"group_without_rounds_at_the_finest_level",
     "stages { multiscale { coarsest_level: 2 rounds: [ 0, 8, 24 ] "
     "stages { fluvial_incision { passes: 16 } } "
     "stages { water_erosion { passes: 8 } } } } "
     "stages { plane { base_m: 250 combine: COMBINE_MAX } } "
     "stages { water_erosion { passes: 8 } }"},
};

}  // namespace talus::law

#endif  // TALUS_TESTS_LAW_CASE_TABLES_H_
