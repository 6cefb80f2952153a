#include "sim/recipe/utf8.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(IsUtf8, AcceptsEveryLengthOfSequence) {
  EXPECT_TRUE(IsUtf8(""));
  EXPECT_TRUE(IsUtf8("plain"));
  EXPECT_TRUE(IsUtf8("\x7f \xc2\x80 \xdf\xbf \xe0\xa0\x80 \xef\xbf\xbf"));
  EXPECT_TRUE(IsUtf8("\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf"));
}

TEST(IsUtf8, RejectsWhatIsNotWellFormed) {
  EXPECT_FALSE(IsUtf8("\x80"));              // no lead
  EXPECT_FALSE(IsUtf8("\xc3"));              // cut short
  EXPECT_FALSE(IsUtf8("\xe2\x82"));          // cut short
  EXPECT_FALSE(IsUtf8("\xc3("));             // no continuation
  EXPECT_FALSE(IsUtf8("\xc0\x80"));          // longer than needed
  EXPECT_FALSE(IsUtf8("\xe0\x9f\xbf"));      // longer than needed
  EXPECT_FALSE(IsUtf8("\xed\xa0\x80"));      // a surrogate
  EXPECT_FALSE(IsUtf8("\xf4\x90\x80\x80"));  // beyond U+10FFFF
  EXPECT_FALSE(IsUtf8("\xf8\x88\x80\x80\x80"));
}

}  // namespace
}  // namespace talus
