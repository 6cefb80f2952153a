#include "server/process_memory.h"

#include <gtest/gtest.h>
#include <prometheus/metric_family.h>

#include <cstdint>

#include "sim/base/spare_words.h"
#include "sim/base/word_memory.h"

namespace talus {
namespace {

TEST(ParseResidentBytes, TakesTheSecondNumber) {
  EXPECT_EQ(ParseResidentBytes("1000 20 5 1 0 3 0\n", 4096), 20 * 4096);
  EXPECT_EQ(ParseResidentBytes("1000", 4096), 0);
  EXPECT_EQ(ParseResidentBytes("a b", 4096), 0);
}

TEST(ProcessMemory, TellsTheMemoryOfThisProcess) {
  const auto families = ProcessMemory().Collect();
  ASSERT_EQ(families.size(), 2u);
  EXPECT_EQ(families[0].name, "process_resident_memory_bytes");
  EXPECT_GT(families[0].metric.at(0).gauge.value, 1 << 20);
}

TEST(ProcessMemory, TellsWhatIsKept) {
  const SpareWords spare(int64_t{64} << 20);
  ReleaseWords(AllocateWords(int64_t{1} << 20));
  const auto families = ProcessMemory().Collect();
  EXPECT_EQ(families.at(1).name, "talus_spare_bytes");
  EXPECT_EQ(families.at(1).metric.at(0).gauge.value, 4 << 20);
}

}  // namespace
}  // namespace talus
