#include "sim/base/spare_words.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "sim/base/word_memory.h"

namespace talus {
namespace {

using Words = std::unique_ptr<int32_t, FreeWords>;

constexpr int64_t kLarge = int64_t{3} << 20;  // words

Words Make(int64_t count) {
  return Words(static_cast<int32_t*>(AllocateWords(count)));
}

TEST(SpareWords, AreHandedOutAgain) {
  const SpareWords spare(kLarge * 4);
  Words first = Make(kLarge);
  const int32_t* at = first.get();
  first.reset();
  EXPECT_EQ(SpareWords::KeptBytes(), kLarge * 4);
  const Words again = Make(kLarge);
  EXPECT_EQ(again.get(), at);
  EXPECT_EQ(SpareWords::KeptBytes(), 0);
}

TEST(SpareWords, AreWhatAllOfThemAllow) {
  Make(kLarge);
  EXPECT_EQ(SpareWords::KeptBytes(), 0);
  const SpareWords one(kLarge * 4);
  {
    const SpareWords other(kLarge * 4);
    { const Words a = Make(kLarge), b = Make(kLarge), c = Make(kLarge); }
    EXPECT_EQ(SpareWords::KeptBytes(), 2 * kLarge * 4);
  }
  EXPECT_EQ(SpareWords::KeptBytes(), kLarge * 4);
}

TEST(SpareWords, AreNotMadeOfSmallMemory) {
  const SpareWords spare(kLarge * 4);
  Make(1000);
  EXPECT_EQ(SpareWords::KeptBytes(), 0);
}

}  // namespace
}  // namespace talus
