#include "sim/flow/channels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/sim/flow/drawn_ground.h"

namespace talus {
namespace {

struct Counts {
  int64_t first = 0, second = 0, third = 0;
  bool operator==(const Counts&) const = default;
};
Counts CountsOf(const Channels& channels) {
  Counts n;
  for (const Stream& s : channels.streams) {
    (s.order == 1 ? n.first : s.order == 2 ? n.second : n.third) += 1;
  }
  return n;
}

Channels ChannelsIn(const Drainage& d) {
  return ChannelsOf(d, DrawnChannels(d), 1);
}

TEST(Channels, TwoOfAnOrderMakeTheNextAndASmallerOneDoesNot) {
  const Drainage d = *DrainageOf(DrawnGround({"###########",  //
                                              "#9#######9#",  //
                                              "##8#####8##",  //
                                              "###7###7###",  //
                                              "####6#6####",  //
                                              "#####5#####",  //
                                              "#####4#####",  //
                                              "#####3#6###",  //
                                              "#####25####",  //
                                              "#####1#####",  //
                                              "#####0#####"}));
  const Channels channels = ChannelsIn(d);
  EXPECT_EQ(channels.order[d.At(3, 3)], 1);
  EXPECT_EQ(channels.order[d.At(5, 5)], 2);
  EXPECT_EQ(channels.order[d.At(5, 10)], 2);
  EXPECT_EQ(CountsOf(channels), (Counts{3, 1, 0}));
}

TEST(Channels, TwoOfTheSecondOrderMakeTheThird) {
  const Drainage d = *DrainageOf(DrawnGround({"#############",  //
                                              "#9#9#####9#9#",  //
                                              "##8#######8##",  //
                                              "##7#######7##",  //
                                              "###6#####6###",  //
                                              "####5###5####",  //
                                              "#####4#4#####",  //
                                              "######3######",  //
                                              "######2######"}));
  const Channels channels = ChannelsIn(d);
  EXPECT_EQ(channels.order[d.At(6, 8)], 3);
  EXPECT_EQ(CountsOf(channels), (Counts{4, 2, 1}));
  for (const Stream& s : channels.streams) {
    EXPECT_EQ(s.complete, s.order < 3);
    if (s.order == 1) {
      EXPECT_NEAR(s.length, 1.4142135, 1e-6) << s.head;
    }
    if (s.order == 3) {
      EXPECT_EQ(s.head, d.At(6, 7));
      EXPECT_EQ(s.mouth, d.At(6, 8));
    }
  }
}

TEST(Channels, TheLongestFlowIsThatOfTheFarthestCellAbove) {
  const Drainage d = *DrainageOf(DrawnGround({"################",  //
                                              "#9#93##4####27##",  //
                                              "##8#2#8#5#1##5##",  //
                                              "##71#3#4#92#4###",  //
                                              "#####22#####3###",  //
                                              "##68##5####9##2#"}));
  const std::vector<float> longest = LongestFlow(d);
  std::vector<float> walked(d.size(), 0);
  for (const CellIndex start : d.order) {
    float length = 0;
    for (CellIndex c = start; c != Drainage::kNone; c = d.receiver[c]) {
      walked[c] = std::max(walked[c], length);
      if (d.receiver[c] == Drainage::kNone) break;
      const int64_t to = d.receiver[c];
      const bool diagonal = c % d.width != to % d.width &&  //
                            c / d.width != to / d.width;
      length += diagonal ? 1.41421356f : 1.0f;
    }
  }
  for (size_t i = 0; i < d.size(); ++i)
    EXPECT_NEAR(longest[i], walked[i], 1e-4);
  EXPECT_GT(*std::max_element(longest.begin(), longest.end()), 4);
}

}  // namespace
}  // namespace talus
