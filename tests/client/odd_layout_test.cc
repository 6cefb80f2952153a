#include "client/odd_layout.h"

#include <gtest/gtest.h>

#include <set>

namespace talus {
namespace {

TEST(OddLayout, ANumberAlwaysGivesTheSameLayoutAndNumbersDiffer) {
  std::set<std::string> layouts;
  for (uint64_t i = 0; i < 100; ++i) {
    EXPECT_EQ(DescribeLayout(OddLayout(i, 1)), DescribeLayout(OddLayout(i, 1)));
    layouts.insert(DescribeLayout(OddLayout(i, 1)));
  }
  EXPECT_GT(layouts.size(), 90u);
}

TEST(OddLayout, LayoutsAreOnesThatTheEngineTakes) {
  for (uint64_t i = 0; i < 1000; ++i) {
    const EngineOptions options = OddLayout(i, 123);
    EXPECT_EQ(options.memory_bytes, 123);
    EXPECT_GE(options.tiling.threads, 1);
    EXPECT_GE(options.tiling.block_width, 1);
    EXPECT_GE(options.tiling.passes_per_group, 1);
  }
}

}  // namespace
}  // namespace talus
