#include "sim/plan/loose_keeper.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/plan/engine.h"
#include "sim/plan/run_pass.h"
#include "tests/law/answer.h"
#include "tests/sim/plan/program_of.h"

namespace talus {
namespace {

// Wears 100 quanta off the cells of the west and lays 40 down in the east.
class WearAndLay final : public Stage {
 public:
  const StageInfo& info() const override { return info_; }
  std::unique_ptr<Sweep> Begin(const Window& window, int64_t) const override {
    class Rows final : public Sweep {
     public:
      explicit Rows(const Window& window) : rect_(window.rect) {}
      void Row(const LayerRows& in, int64_t y, const LayerRows& out,
               Ledger*) override {
        for (int64_t i = 0; i < rect_.width(); ++i) {
          const bool west = rect_.x0 + i < 0;
          out.Quanta(Layer::kHeight, y)[i] =
              in.Quanta(Layer::kHeight, y)[i] + (west ? -100 : 40);
          out.Quanta(Layer::kWear, y)[i] =
              in.Quanta(Layer::kWear, y)[i] + (west ? 100 : 0);
          out.Quanta(Layer::kDeposition, y)[i] =
              in.Quanta(Layer::kDeposition, y)[i] + (west ? 0 : 40);
        }
      }

     private:
      const Rect rect_;
    };
    return std::make_unique<Rows>(window);
  }

 private:
  StageInfo info_ = {.name = "wear_and_lay",
                     .reads = {Layer::kHeight},
                     .writes = {Layer::kHeight},
                     .optional = {Layer::kWear, Layer::kDeposition},
                     .budget = Budget::kLedger};
};

TEST(LooseKeeper, WearTakesLooseMaterialFirstAndWhatIsLaidIsLoose) {
  const auto stage = KeepLoose(std::make_unique<WearAndLay>());
  EXPECT_TRUE(stage->info().optional.empty());
  EXPECT_TRUE(stage->info().writes.Has(Layer::kWear));
  const Rect rect{-2, 0, 2, 1};
  State state = MakeState(
      {Layer::kHeight, Layer::kWear, Layer::kDeposition, Layer::kLoose},
      Grow(rect, kMaxHalo), true);
  *state.Get(Layer::kLoose)->At(-2, 0) = 130;
  *state.Get(Layer::kLoose)->At(-1, 0) = 30;
  *state.Get(Layer::kLoose)->At(0, 0) = 5;
  Ledger ledger;
  const Window window{.rect = rect, .counted = rect};
  const State after = RunPass(*stage, 0, state, window, &ledger);
  const int32_t want[] = {30, 0, 45, 40};
  for (int64_t x = -2; x < 2; ++x) {
    EXPECT_EQ(*after.Get(Layer::kLoose)->At(x, 0), want[x + 2]);
  }
}

// Loose material is a part of the ground: whatever processes follow each other,
// there is no less of it than none, and it is there where one laid it down.
TEST(LooseKeeper, ProcessesOfARecipeWithScreeKeepTheLayer) {
  const auto program = testing::ProgramOf(
      "stages { gradient_noise { wavelength_m: 600 amplitude_m: 300 } } "
      "stages { thermal_erosion { passes: 20 loose_talus_angle_deg: 30 } } "
      "stages { water_erosion { passes: 30 initial_water_m: 1 } }");
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_TRUE((*program)->layers().Has(Layer::kLoose));
  RegionRequest request;
  request.region = {0, 0, 128, 128};
  request.layers = {Layer::kLoose, Layer::kDeposition};
  law::KeepingSink sink(request);
  ASSERT_TRUE(Engine({}).Run(**program, request, sink, {}, nullptr).ok());
  int64_t loose = 0;
  for (int64_t y = 0; y < 128; ++y) {
    for (int64_t x = 0; x < 128; ++x) {
      const int32_t depth = *sink.state().Get(Layer::kLoose)->At(x, y);
      ASSERT_GE(depth, 0);
      loose += depth;
    }
  }
  EXPECT_GT(loose, 0);
}

}  // namespace
}  // namespace talus
