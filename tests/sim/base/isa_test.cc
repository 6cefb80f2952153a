#include "sim/base/isa.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

struct Args {
  int* ran;
};
TALUS_INLINE void Body(const Args& a) { ++*a.ran; }
TALUS_KERNEL(RunBody, Body, Args)

TEST(Isa, RunsKernelsWithTheBestSetUnlessToldOtherwise) {
  EXPECT_EQ(ActiveIsa(), BestIsa());
  {
    const ScopedIsa outer(Isa::kV2);
    EXPECT_EQ(ActiveIsa(), Isa::kV2);
    {
      const ScopedIsa inner(BestIsa());
      EXPECT_EQ(ActiveIsa(), BestIsa());
    }
    EXPECT_EQ(ActiveIsa(), Isa::kV2);
  }
  EXPECT_EQ(ActiveIsa(), BestIsa());
}

TEST(Isa, RunsABodyOnceWithEverySet) {
  int ran = 0, sets = 0;
  for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
    if (isa > BestIsa()) continue;
    const ScopedIsa scoped(isa);
    RunBody({&ran});
    EXPECT_EQ(ran, ++sets);
  }
  EXPECT_GE(sets, 1);
}

TEST(Isa, NamesItsSets) {
  EXPECT_EQ(IsaName(Isa::kV2), "x86-64-v2");
  EXPECT_EQ(IsaName(Isa::kV3), "x86-64-v3");
  EXPECT_EQ(IsaName(Isa::kV4), "x86-64-v4");
}

}  // namespace
}  // namespace talus
