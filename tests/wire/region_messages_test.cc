#include "wire/region_messages.h"

#include <gtest/gtest.h>

#include "absl/strings/ascii.h"

namespace talus {
namespace {

TEST(RegionMessages, EveryPublicLayerComesBackFromItsMessage) {
  for (int i = 0; i < kPublicLayerCount; ++i) {
    const Layer layer = static_cast<Layer>(i);
    EXPECT_EQ(LayerFromMessage(ToMessage(layer), "layer").value(), layer);
    EXPECT_EQ("LAYER_" + absl::AsciiStrToUpper(std::string(LayerName(layer))),
              v1::Layer_Name(ToMessage(layer)));
  }
}

TEST(RegionMessages, RefusesLayersThatAreNone) {
  const auto zero = LayerFromMessage(v1::LAYER_UNSPECIFIED, "spec.layers[2]");
  EXPECT_EQ(zero.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(zero.status().message(),
            "spec.layers[2] = 0 is no layer; give 1 (height) to 13");
  EXPECT_FALSE(LayerFromMessage(static_cast<v1::Layer>(14), "layer").ok());
}

TEST(RegionMessages, NoLayersMeanHeight) {
  EXPECT_EQ(LayersFromMessage({}, "layers").value(), LayerSet{Layer::kHeight});
}

TEST(RegionMessages, RectanglesComeBackFromTheirMessages) {
  const Rect rect{-7, (int64_t{1} << 33), 250, (int64_t{1} << 33) + 1};
  EXPECT_EQ(RectFromMessage(ToMessage(rect), "region").value(), rect);
}

TEST(RegionMessages, RefusesRectanglesThatAreEmptyOrLeaveTheWorld) {
  struct Case {
    int64_t x, y, width, height;
    absl::StatusCode code;
  };
  constexpr int64_t kFar = int64_t{1} << 40;
  for (const Case& c : {
           Case{0, 0, 0, 1, absl::StatusCode::kInvalidArgument},
           Case{0, 0, 1, -1, absl::StatusCode::kInvalidArgument},
           Case{kFar, 0, 1, 1, absl::StatusCode::kOutOfRange},
           Case{0, -kFar - 1, 1, 1, absl::StatusCode::kOutOfRange},
           Case{kFar - 1, 0, 2, 1, absl::StatusCode::kOutOfRange},
           Case{-kFar, 0, 2 * kFar + 1, 1, absl::StatusCode::kOutOfRange},
           Case{INT64_MIN, 0, 1, INT64_MAX, absl::StatusCode::kOutOfRange},
           Case{0, 0, INT64_MAX, 1, absl::StatusCode::kOutOfRange},
           Case{INT64_MAX, 0, INT64_MAX, 1, absl::StatusCode::kOutOfRange},
       }) {
    v1::CellRect rect;
    rect.set_x(c.x);
    rect.set_y(c.y);
    rect.set_width(c.width);
    rect.set_height(c.height);
    EXPECT_EQ(RectFromMessage(rect, "region").status().code(), c.code)
        << rect.ShortDebugString();
  }
}

TEST(RegionMessages, TheWholeWorldIsARectangle) {
  constexpr int64_t kFar = int64_t{1} << 40;
  for (const Rect& rect : {WorldAt(0), Rect{-kFar, -kFar, 1 - kFar, 1 - kFar},
                           Rect{kFar - 1, kFar - 1, kFar, kFar}}) {
    const auto back = RectFromMessage(ToMessage(rect), "region");
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(*back, rect);
  }
}

TEST(RegionMessages, SummaryKeepsLayersAndLedger) {
  RegionSummary summary;
  summary.tiles = 4;
  summary.layers.push_back({Layer::kFlow, std::string(32, 'd'), 1.5, 2.5});
  summary.ledger.ground_sources = 10;
  summary.ledger.from_coarser = -5;
  summary.ledger.water_dropped = 3;
  summary.ledger.flows.sediment_out = 7;
  summary.ledger.flows.ground_net_in = -2;
  summary.ledger.flows.uplift = 12;
  const v1::Summary message = ToMessage(summary);
  EXPECT_EQ(message.tiles(), 4);
  EXPECT_EQ(message.layers(0).layer(), v1::LAYER_FLOW);
  EXPECT_EQ(message.layers(0).root(), std::string(32, 'd'));
  EXPECT_EQ(message.layers(0).max(), 2.5);
  EXPECT_EQ(message.ledger().ground_sources(), 10);
  EXPECT_EQ(message.ledger().from_coarser(), -5);
  EXPECT_EQ(message.ledger().water_dropped(), 3);
  EXPECT_EQ(message.ledger().sediment_out(), 7);
  EXPECT_EQ(message.ledger().ground_net_in(), -2);
  EXPECT_EQ(message.ledger().uplift(), 12);
}

}  // namespace
}  // namespace talus
