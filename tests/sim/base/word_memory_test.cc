#include "sim/base/word_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

namespace talus {
namespace {

TEST(WordMemory, IsAlignedAndHoldsItsLastWordWhateverItsSize) {
  for (const int64_t count : {int64_t{1}, int64_t{17}, int64_t{1} << 19,
                              (int64_t{1} << 19) + 1, int64_t{3} << 20}) {
    const std::unique_ptr<int32_t, FreeWords> words(
        static_cast<int32_t*>(AllocateWords(count)));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(words.get()) % 64, 0);
    words.get()[0] = 1;
    words.get()[count - 1] = 2;
    EXPECT_EQ(words.get()[count - 1], 2);
  }
}

}  // namespace
}  // namespace talus
