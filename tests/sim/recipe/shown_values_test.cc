#include "sim/recipe/shown_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "talus/v1/recipe.pb.h"

namespace talus {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <typename Message>
const google::protobuf::FieldDescriptor& Field(const char* name) {
  return *Message::descriptor()->FindFieldByName(name);
}

std::vector<std::string> Texts(const google::protobuf::FieldDescriptor& field) {
  std::vector<std::string> texts;
  for (const ShownValue& value : ShownValues(field)) {
    texts.push_back(value.text);
  }
  return texts;
}

TEST(ShownValues, GoFromOneEndToTheOtherByWayOfTheDefault) {
  EXPECT_EQ(ShownText(Field<v1::Creep>("passes")), "low 1, default 4, high 50");
  EXPECT_THAT(Texts(Field<v1::Creep>("passes")), ElementsAre("1", "4", "50"));
}

TEST(ShownValues, GoByWayOfTheMiddleWhereTheDefaultIsAnEnd) {
  EXPECT_EQ(ShownText(Field<v1::DomainWarp>("strength_m")),
            "default 0, middle 2500, high 5000 m");
  EXPECT_EQ(ShownText(Field<v1::Repeat>("count")),
            "default 1, middle 10, high 20");
}

TEST(ShownValues, GoByWayOfTheMiddleWhereThereIsNoDefault) {
  EXPECT_EQ(ShownText(Field<v1::LayerCatchment>("x")),
            "low -1024, middle 0, high 1024 cells");
}

TEST(ShownValues, BeginWithNoneWhereUnsetMeansNone) {
  EXPECT_EQ(ShownText(Field<v1::Creep>("critical_slope_deg")),
            "none, low 20, high 70 deg");
  EXPECT_THAT(Texts(Field<v1::Creep>("critical_slope_deg")),
              ElementsAre("", "20", "70"));
}

TEST(ShownValues, AreAllThatAChoiceTakes) {
  EXPECT_EQ(ShownText(Field<v1::Droplets>("brush")),
            "DROP_BRUSH_DISC, DROP_BRUSH_FOUR_CORNERS");
  EXPECT_EQ(ShownText(Field<v1::LayerSlope>("layer")),
            "LAYER_HARDNESS, LAYER_MASK, LAYER_RAIN, LAYER_VEGETATION, "
            "LAYER_UPLIFT");
}

TEST(ShownValues, AreNoneForTextsAndMessages) {
  EXPECT_THAT(ShownValues(Field<v1::Raster>("sha256")), IsEmpty());
  EXPECT_THAT(ShownValues(Field<v1::HeightCurve>("points")), IsEmpty());
}

TEST(StripName, LeavesOutTheBracketsOfLists) {
  const std::vector<ListedParam> params =
      ParamsOf(*v1::HeightCurve::descriptor());
  ASSERT_EQ(params.back().path, "points[].to_m");
  EXPECT_EQ(StripName("height_curve", params.back()),
            "height_curve.points.to_m");
}

}  // namespace
}  // namespace talus
