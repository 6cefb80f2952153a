#include "server/local_tile_source.h"

#include <gtest/gtest.h>

#include "tests/server/fake_region_maker.h"
#include "tests/server/fake_tile_source.h"
#include "wire/tile_bytes.h"

namespace talus {
namespace {

struct Local {
  FakeRegionMaker maker;
  MemoryBudget memory{1 << 30};
  Metrics metrics{{}};
  RequestLimits limits;

  absl::StatusOr<TileResult> Get(TileRequest request) {
    request.landscape = *maker.Prepare({});
    return LocalTileSource(&maker, &memory, limits, &metrics).Get(request, {});
  }
};

TEST(LocalTileSource, MakesTheCellsOfTheTile) {
  Local local;
  TileRequest request = RequestOf(-2);
  request.key.y = 3;
  request.key.tile_size = 64;
  request.key.format = v1::SAMPLE_FORMAT_NATIVE;
  const auto result = local.Get(request);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->tile->rect, (Rect{-128, 192, -64, 256}));
  const auto words = DecodeNativeTile(result->tile->data, 64 * 64);
  ASSERT_TRUE(words.ok());
  EXPECT_EQ((*words)[0], FakeRegionMaker::ValueAt(-128, 192));
  EXPECT_EQ(words->back(), FakeRegionMaker::ValueAt(-65, 255));
}

TEST(LocalTileSource, RefusesATileOverTheLimits) {
  Local local;
  local.limits.cell_passes = 100;
  EXPECT_EQ(local.Get(RequestOf(0)).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(local.maker.runs, 0);
}

}  // namespace
}  // namespace talus
