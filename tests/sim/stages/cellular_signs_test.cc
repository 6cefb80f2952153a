// What each parameter of cellular erosion does to the same hills.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "tests/sim/stages/cell_world.h"

namespace talus {
namespace {

using testing::CellDefaults;
using testing::kCellSums;
using testing::MakeCells;
using testing::World;

constexpr int64_t kSide = 192;

// Hills of 300 m over 1280 m, with octaves down to the cells.
std::unique_ptr<Stage> Hills() {
  v1::Stage stage;
  v1::GradientNoise& noise = *stage.mutable_gradient_noise();
  FillDefaults(&noise);
  noise.set_wavelength_m(1280);
  noise.set_amplitude_m(300);
  noise.set_octaves(7);
  auto made = FindStage(v1::Stage::kGradientNoise)
                  ->make(stage, {.seed = 3, .level0_cell_m = 10});
  EXPECT_TRUE(made.ok());
  return *std::move(made);
}

v1::CellularErosion Strong() {
  v1::CellularErosion p = CellDefaults();
  p.set_initial_water_m(0);
  p.set_capacity(2);
  p.set_erosion_per_s(0.5);
  return p;
}

// What the hills look like after 300 passes.
struct Worn {
  std::vector<double> wear, water, change, deposition;  // metres
};

Worn WearDown(const v1::CellularErosion& p) {
  World world({0, 0, kSide, kSide}, kOpen, kCellSums);
  world.Run(*Hills(), 1);
  Worn worn;
  const auto read = [&](Layer layer) {
    std::vector<double> values;
    for (int64_t y = 0; y < kSide; ++y) {
      for (int64_t x = 0; x < kSide; ++x) {
        values.push_back(world.Quanta(layer, x, y) / 65536.0);
      }
    }
    return values;
  };
  const std::vector<double> before = read(Layer::kHeight);
  world.Run(*MakeCells(p), 300);
  worn.wear = read(Layer::kWear);
  worn.water = read(Layer::kWater);
  worn.deposition = read(Layer::kDeposition);
  worn.change = read(Layer::kHeight);
  for (size_t i = 0; i < before.size(); ++i) worn.change[i] -= before[i];
  return worn;
}

double Mean(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0) /
         static_cast<double>(v.size());
}
double Quantile(std::vector<double> v, double share) {
  const auto at =
      static_cast<size_t>(share * static_cast<double>(v.size() - 1));
  std::nth_element(v.begin(), v.begin() + static_cast<int64_t>(at), v.end());
  return v[at];
}

// The cells about one, itself among them.
template <typename F>
void ForEachAround(int64_t at, F f) {
  const int64_t x = at % kSide, y = at / kSide;
  const int64_t x1 = std::min(x + 2, kSide), y1 = std::min(y + 2, kSide);
  for (int64_t j = std::max<int64_t>(0, y - 1); j < y1; ++j) {
    for (int64_t i = std::max<int64_t>(0, x - 1); i < x1; ++i) f(j * kSide + i);
  }
}

// Length of the patch of cells marked that are joined to one, in cells along
// the longer side of its box, times their number. Unmarks them.
double TakePatch(int64_t start, std::vector<bool>* marked, double* cells) {
  std::vector<int64_t> todo = {start};
  (*marked)[start] = false;
  int64_t x0 = kSide, x1 = 0, y0 = kSide, y1 = 0;
  double size = 0;
  while (!todo.empty()) {
    const int64_t at = todo.back();
    todo.pop_back();
    ++size;
    x0 = std::min(x0, at % kSide);
    x1 = std::max(x1, at % kSide);
    y0 = std::min(y0, at / kSide);
    y1 = std::max(y1, at / kSide);
    ForEachAround(at, [&](int64_t next) {
      if (!(*marked)[next]) return;
      (*marked)[next] = false;
      todo.push_back(next);
    });
  }
  *cells += size;
  return size * static_cast<double>(std::max(x1 - x0, y1 - y0) + 1);
}

// How long the channels are, in cells: the mean length of the patch that a cell
// lies in, over the twentieth of the cells where a field is highest.
double ChannelLength(const std::vector<double>& field) {
  const double least = Quantile(field, 0.95);
  std::vector<bool> marked(field.size());
  for (size_t i = 0; i < field.size(); ++i) marked[i] = field[i] >= least;
  double weighed = 0, cells = 0;
  for (int64_t at = 0; at < kSide * kSide; ++at) {
    if (marked[at]) weighed += TakePatch(at, &marked, &cells);
  }
  return weighed / cells;
}

// Share of a field that lies in the twentieth of the cells where it is highest.
double Concentration(const std::vector<double>& field) {
  const double least = Quantile(field, 0.95);
  double high = 0;
  for (const double value : field) high += value >= least ? value : 0;
  return high / std::accumulate(field.begin(), field.end(), 0.0);
}

// Contrast of a cell to those about it, root mean square.
double Sharpness(const std::vector<double>& field) {
  double sum = 0;
  for (int64_t at = 0; at < kSide * kSide; ++at) {
    double around = 0, count = 0;
    ForEachAround(at, [&](int64_t next) {
      around += field[next];
      ++count;
    });
    const double d = field[at] - around / count;
    sum += d * d;
  }
  return std::sqrt(sum / (kSide * kSide));
}

double Flooded(const Worn& worn) {
  const auto deep = std::count_if(worn.water.begin(), worn.water.end(),
                                  [](double depth) { return depth > 0.5; });
  return static_cast<double>(deep) / (kSide * kSide);
}

TEST(CellularSigns, CutsShortGulliesWhereMuchRainDriesFast) {
  v1::CellularErosion p = Strong();
  p.set_rain_m_per_s(0.02);
  p.set_evaporation_per_s(0.2);
  const Worn cloudburst = WearDown(p);
  p.set_rain_m_per_s(0.001);
  p.set_evaporation_per_s(0.001);
  const Worn drizzle = WearDown(p);
  EXPECT_GT(ChannelLength(drizzle.wear), 1.4 * ChannelLength(cloudburst.wear));
  EXPECT_GT(ChannelLength(drizzle.water), 4 * ChannelLength(cloudburst.water));
  // And thin: what is worn off lies in few cells.
  EXPECT_GT(Concentration(drizzle.wear), 2 * Concentration(cloudburst.wear));
}

TEST(CellularSigns, CutsDeeperWithAHigherExponent) {
  double deepest = 0, concentrated = 0;
  for (const double exponent : {0.5, 1.0, 1.5}) {
    SCOPED_TRACE(exponent);
    v1::CellularErosion p = Strong();
    p.set_depth_exponent(exponent);
    const Worn worn = WearDown(p);
    EXPECT_GT(Quantile(worn.wear, 0.99), 1.1 * deepest);
    EXPECT_GT(Concentration(worn.wear), 1.3 * concentrated);
    deepest = Quantile(worn.wear, 0.99);
    concentrated = Concentration(worn.wear);
  }
}

TEST(CellularSigns, SmearsValleysWhereLoadSettlesFast) {
  v1::CellularErosion p = Strong();
  p.set_deposition_per_s(0.05);
  const Worn slow = WearDown(p);
  p.set_deposition_per_s(0.5);
  const Worn fast = WearDown(p);
  EXPECT_LT(Sharpness(fast.change), 0.95 * Sharpness(slow.change));
  EXPECT_LT(-Quantile(fast.change, 0.01), 0.97 * -Quantile(slow.change, 0.01));
  const auto laid_again = [](const Worn& worn) {
    return Mean(worn.deposition) / Mean(worn.wear);
  };
  EXPECT_GT(laid_again(fast), 1.5 * laid_again(slow));
}

TEST(CellularSigns, FloodsTheLandWhereItRainsTooMuch) {
  double before = 0;
  for (const double rain : {0.001, 0.005, 0.02, 0.1}) {
    SCOPED_TRACE(rain);
    v1::CellularErosion p = Strong();
    p.set_rain_m_per_s(rain);
    const Worn worn = WearDown(p);
    EXPECT_GT(Flooded(worn), before + 0.03);
    before = Flooded(worn);
  }
  EXPECT_GT(before, 0.9);
}

}  // namespace
}  // namespace talus
