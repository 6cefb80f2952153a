#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/stages/raster_grid.h"
#include "tests/sim/stages/source_harness.h"

namespace talus {
namespace {

using testing::MakeStage;
using testing::RunSource;
using testing::Values;

constexpr int32_t kNodata = RasterData::kNodata;
const std::string kName(64, 'a');

// A raster of hashed heights; one cell in `holes` has no data (0: all have).
std::shared_ptr<const RasterData> Hashed(int64_t width, int64_t height,
                                         uint32_t holes) {
  auto data = std::make_shared<RasterData>();
  data->quanta = Plane<int32_t>({0, 0, width, height});
  for (int64_t y = 0; y < height; ++y) {
    for (int64_t x = 0; x < width; ++x) {
      const uint32_t h = CellHash(RowKey(1, 0, 0, y), static_cast<uint32_t>(x));
      const bool hole = holes != 0 && h % holes == 0;
      *data->quanta.At(x, y) = hole ? kNodata : static_cast<int32_t>(h >> 8);
    }
  }
  return data;
}

class RasterTest : public ::testing::Test {
 protected:
  std::unique_ptr<Stage> Make(std::shared_ptr<const RasterData> data, int64_t x,
                              int64_t y, v1::NodataPolicy policy, int level = 0,
                              v1::Combine combine = v1::COMBINE_REPLACE) {
    rasters_[kName] = std::move(data);
    v1::Stage stage;
    auto& p = *stage.mutable_raster();
    p.set_sha256(kName);
    p.set_x(x);
    p.set_y(y);
    p.set_nodata(policy);
    p.set_combine(combine);
    return MakeStage(stage, {.level = level, .rasters = &rasters_});
  }

  RasterSet rasters_;
};

TEST_F(RasterTest, LiesWhereItIsPut) {
  const auto data = Hashed(50, 30, 0);
  const int64_t far = (int64_t{1} << 40) - 100;
  const auto stage = Make(data, far, -7, v1::NODATA_POLICY_MASK);
  const Values v = RunSource(*stage, {far - 3, -9, far + 55, 25});
  for (int64_t y = -9; y < 25; ++y) {
    for (int64_t x = -3; x < 55; ++x) {
      const bool in = data->quanta.rect().Contains(x, y + 7);
      ASSERT_EQ(v(far + x, y), in ? *data->quanta.At(x, y + 7) : 0);
    }
  }
}

TEST_F(RasterTest, LeavesMaskedCellsAtZeroHoweverItCombines) {
  const auto data = Hashed(40, 40, 3);
  for (const auto combine : {v1::COMBINE_REPLACE, v1::COMBINE_ADD,
                             v1::COMBINE_MIN, v1::COMBINE_MULTIPLY}) {
    const auto stage = Make(data, 0, 0, v1::NODATA_POLICY_MASK, 0, combine);
    const Values v = RunSource(*stage, {0, 0, 40, 40}, Layer::kHeight,
                               [](int64_t, int64_t) { return 77; });
    for (int64_t y = 0; y < 40; ++y) {
      for (int64_t x = 0; x < 40; ++x) {
        if (*data->quanta.At(x, y) == kNodata) {
          ASSERT_EQ(v(x, y), 0);
        } else if (combine == v1::COMBINE_ADD) {
          ASSERT_EQ(v(x, y), *data->quanta.At(x, y) + 77);
        }
      }
    }
  }
}

TEST_F(RasterTest, AveragesTheCellsWithDataUnderACoarseCell) {
  const auto data = Hashed(61, 47, 4);
  const int64_t rx = -13, ry = 5;
  for (const int level : {1, 3}) {
    const auto stage = Make(data, rx, ry, v1::NODATA_POLICY_MASK, level);
    const int64_t size = int64_t{1} << level;
    const Rect rect{-10, -3, 30, 30};
    const Values v = RunSource(*stage, rect);
    for (int64_t y = rect.y0; y < rect.y1; ++y) {
      for (int64_t x = rect.x0; x < rect.x1; ++x) {
        double sum = 0;
        int count = 0;
        for (int64_t j = y * size - ry; j < (y + 1) * size - ry; ++j) {
          for (int64_t i = x * size - rx; i < (x + 1) * size - rx; ++i) {
            if (!data->quanta.rect().Contains(i, j)) continue;
            if (*data->quanta.At(i, j) == kNodata) continue;
            sum += *data->quanta.At(i, j);
            ++count;
          }
        }
        ASSERT_NEAR(v(x, y), count == 0 ? 0 : sum / count, 0.51)
            << x << " " << y;
      }
    }
  }
}

TEST_F(RasterTest, FillsEachHoleFromItsNearestCell) {
  for (const uint32_t holes : {2u, 3u}) {
    auto data = std::make_shared<RasterData>();
    data->quanta = Plane<int32_t>({0, 0, 37, 29});
    data->quanta.Fill(kNodata);
    // Few cells with data, whose heights tell them apart.
    for (int64_t y = 0; y < 29; ++y) {
      for (int64_t x = 0; x < 37; ++x) {
        const uint32_t h =
            CellHash(RowKey(holes, 0, 0, y), static_cast<uint32_t>(x));
        if (h % (20 * holes) == 0) {
          *data->quanta.At(x, y) = static_cast<int32_t>(1 + y * 37 + x);
        }
      }
    }
    const auto stage = Make(data, 0, 0, v1::NODATA_POLICY_FILL);
    const Values v = RunSource(*stage, data->quanta.rect());
    const auto distance2 = [](int64_t x, int64_t y, int32_t height) {
      const int64_t dx = (height - 1) % 37 - x, dy = (height - 1) / 37 - y;
      return dx * dx + dy * dy;
    };
    for (int64_t y = 0; y < 29; ++y) {
      for (int64_t x = 0; x < 37; ++x) {
        int64_t least = 1 << 30;
        for (int64_t j = 0; j < 29; ++j) {
          for (int64_t i = 0; i < 37; ++i) {
            const int32_t q = *data->quanta.At(i, j);
            if (q != kNodata) least = std::min(least, distance2(x, y, q));
          }
        }
        ASSERT_NE(*data->quanta.At(static_cast<int64_t>(v(x, y) - 1) % 37,
                                   (v(x, y) - 1) / 37),
                  kNodata);
        ASSERT_EQ(distance2(x, y, v(x, y)), least) << x << " " << y;
      }
    }
  }
}

TEST_F(RasterTest, GoesOnBeyondItsEdgeWhereFilled) {
  const auto data = Hashed(21, 17, 0);
  const auto stage = Make(data, 3, 4, v1::NODATA_POLICY_FILL);
  const Values v = RunSource(*stage, {-40, -40, 60, 60});
  EXPECT_EQ(v(-40, -40), *data->quanta.At(0, 0));
  EXPECT_EQ(v(59, 59), *data->quanta.At(20, 16));
  EXPECT_EQ(v(-9, 10), *data->quanta.At(0, 6));
  EXPECT_EQ(v(10, 50), *data->quanta.At(7, 16));
}

TEST_F(RasterTest, AveragesWhatLiesBeyondItsEdgeWhereFilled) {
  const auto data = Hashed(21, 17, 0);
  const auto fine = Make(data, 3, 4, v1::NODATA_POLICY_FILL);
  const auto coarse = Make(data, 3, 4, v1::NODATA_POLICY_FILL, 3);
  const Values f = RunSource(*fine, {-64, -64, 64, 64});
  const Values c = RunSource(*coarse, {-8, -8, 8, 8});
  for (int64_t y = -8; y < 8; ++y) {
    for (int64_t x = -8; x < 8; ++x) {
      double sum = 0;
      for (int64_t j = 0; j < 8; ++j) {
        for (int64_t i = 0; i < 8; ++i) sum += f(8 * x + i, 8 * y + j);
      }
      ASSERT_NEAR(c(x, y), sum / 64, 0.51) << x << " " << y;
    }
  }
}

TEST_F(RasterTest, NamesTheRasterThatIsMissing) {
  v1::Stage stage;
  stage.mutable_raster()->set_sha256(kName);
  for (const RasterSet* rasters : {static_cast<const RasterSet*>(nullptr),
                                   static_cast<const RasterSet*>(&rasters_)}) {
    const auto made =
        FindStage(v1::Stage::kRaster)->make(stage, {.rasters = rasters});
    EXPECT_EQ(made.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_NE(made.status().message().find(kName), absl::string_view::npos);
  }
}

TEST_F(RasterTest, CannotFillFromNothing) {
  auto data = std::make_shared<RasterData>();
  data->quanta = Plane<int32_t>({0, 0, 4, 4});
  data->quanta.Fill(kNodata);
  rasters_[kName] = data;
  v1::Stage stage;
  stage.mutable_raster()->set_sha256(kName);
  stage.mutable_raster()->set_nodata(v1::NODATA_POLICY_FILL);
  const auto made =
      FindStage(v1::Stage::kRaster)->make(stage, {.rasters = &rasters_});
  EXPECT_EQ(made.status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace talus
