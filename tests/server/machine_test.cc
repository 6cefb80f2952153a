#include "server/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace talus {
namespace {

using testing::ElementsAre;

TEST(ParseCpuMax, ReadsQuotasAndKnowsWhereThereIsNone) {
  EXPECT_EQ(ParseCpuMax("150000 100000\n"), 1.5);
  EXPECT_EQ(ParseCpuMax("200000 50000"), 4.0);
  for (const char* none : {"max 100000\n", "", "100000", "0 100000", "1 0",
                           "-1\n 100000\n", "a b", "1 2 3"}) {
    EXPECT_EQ(ParseCpuMax(none), std::nullopt) << none;
  }
}

TEST(ParseMemoryMax, ReadsLimitsAndKnowsWhereThereIsNone) {
  EXPECT_EQ(ParseMemoryMax("268435456\n"), 268435456);
  for (const char* none : {"max\n", "", "0", "-5", "12 MB"}) {
    EXPECT_EQ(ParseMemoryMax(none), std::nullopt) << none;
  }
}

TEST(CgroupPaths, GoFromTheProcessesOwnGroupToTheRoot) {
  EXPECT_THAT(CgroupPaths("0::/a/b/c\n", ""),
              ElementsAre("/a/b/c", "/a/b", "/a", ""));
  EXPECT_THAT(CgroupPaths("0::/\n", ""), ElementsAre(""));
  EXPECT_THAT(CgroupPaths("", ""), ElementsAre(""));
}

TEST(CgroupPaths, TellTheHierarchiesApart) {
  const char* text = "12:cpu,cpuacct:/x/y\n5:memory:/m\n0::/z:1\n";
  EXPECT_THAT(CgroupPaths(text, ""), ElementsAre("/z:1", ""));
  EXPECT_THAT(CgroupPaths(text, "cpu"), ElementsAre("/x/y", "/x", ""));
  EXPECT_THAT(CgroupPaths(text, "memory"), ElementsAre("/m", ""));
  EXPECT_THAT(CgroupPaths(text, "cpuset"), ElementsAre(""));
}

TEST(ThreadsFor, TakesTheLowerOfProcessorsAndQuotaRoundedUp) {
  EXPECT_EQ(ThreadsFor(8, std::nullopt), 8);
  EXPECT_EQ(ThreadsFor(8, 1.5), 2);
  EXPECT_EQ(ThreadsFor(8, 0.5), 1);
  EXPECT_EQ(ThreadsFor(2, 16.0), 2);
  EXPECT_EQ(ThreadsFor(0, std::nullopt), 1);
}

TEST(Machine, HasThreadsAndMemory) {
  EXPECT_GE(AvailableThreads(), 1);
  EXPECT_GE(AvailableMemoryBytes(), 64 << 20);
}

}  // namespace
}  // namespace talus
