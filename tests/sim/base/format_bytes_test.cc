#include "sim/base/format_bytes.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(FormatBytes, TakesTheUnitThatLeavesDigits) {
  EXPECT_EQ(FormatLimit(1023), "1023 bytes");
  EXPECT_EQ(FormatLimit(1 << 20), "1024 KiB");
  EXPECT_EQ(FormatLimit(int64_t{512} << 20), "512 MiB");
  EXPECT_EQ(FormatBytes((int64_t{512} << 20) + 1), "513 MiB");
}

TEST(FormatBytes, WhatIsOverALimitReadsAsMore) {
  for (const int64_t limit :
       {int64_t{1}, int64_t{1} << 10, int64_t{1} << 20, int64_t{3} << 30}) {
    EXPECT_NE(FormatUsed(limit + 1, limit), FormatLimit(limit));
    EXPECT_EQ(FormatUsed(limit, limit), FormatLimit(limit));
  }
}

}  // namespace
}  // namespace talus
