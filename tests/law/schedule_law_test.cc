#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/float_env.h"
#include "sim/base/isa.h"
#include "sim/plan/reference_runner.h"
#include "tests/law/answer.h"
#include "tests/law/compare.h"
#include "tests/law/fill.h"
#include "tests/law/law_case.h"

// The law, schedule by schedule: whole recipes give the same bits however the
// work is cut.
namespace talus::law {
namespace {

class ScheduleLaw : public ::testing::TestWithParam<LawCase> {};

// Sizes on either side of what vectors, blocks and windows hold.
struct Size {
  int64_t width, height;
};
constexpr Size kSizes[] = {{3, 8},     {64, 64},  {127, 129},
                           {256, 256}, {258, 40}, {300, 77}};

TilingOptions AnyTiling(uint64_t seed) {
  constexpr int64_t kEdges[] = {16, 33, 64, 100, 256, 512};
  constexpr int64_t kRings[] = {8 << 10, 288 << 10, 4 << 20};
  const auto draw = [&](uint32_t salt, uint32_t bound) {
    return DrawBelow(Draw(seed, salt, 0, 0), bound);
  };
  return {.threads = 1 + static_cast<int>(draw(1, 8)),
          .block_width = kEdges[draw(2, 6)],
          .block_height = kEdges[draw(3, 6)],
          .passes_per_group = 1 + static_cast<int>(draw(4, 16)),
          .ring_bytes = kRings[draw(5, 3)],
          .shuffle_seed = 1 + seed};
}

TEST_P(ScheduleLaw, TilesOfAnySizeGiveTheBitsOfTheReference) {
  for (const Border border : BordersOf(GetParam())) {
    SCOPED_TRACE(BorderName(border));
    const auto program = CompileCase(GetParam(), border);
    ASSERT_TRUE(program.ok()) << program.status();
    uint64_t seed = 0;
    for (const Size& size : kSizes) {
      // Every other size where the world ends.
      if (border != Border::kNone && seed % 2 == 1) {
        ++seed;
        continue;
      }
      const int level =
          seed % 3 == 2 ? std::min(1, (*program)->max_level()) : 0;
      const Rect rect = (*program)->Clip(
          level, RegionAcross(**program, level, size.width, size.height));
      ReferenceRunner reference;
      const auto expected = AnswerBy(reference, **program, level, rect);
      ASSERT_TRUE(expected.ok()) << expected.status();
      for (const uint64_t variant : {0, 1}) {
        const TilingOptions options = AnyTiling(2 * seed + variant);
        SCOPED_TRACE(::testing::Message()
                     << size.width << " x " << size.height << " in blocks of "
                     << options.block_width << " x " << options.block_height
                     << ", " << options.passes_per_group << " passes, "
                     << options.ring_bytes << " bytes, " << options.threads
                     << " threads");
        CoarseCache cache(64 << 20);
        const auto tiled = AnswerByTiles(options, **program, level, rect,
                                         variant == 0 ? nullptr : &cache);
        ASSERT_TRUE(tiled.ok()) << tiled.status();
        ASSERT_TRUE(SameBits(expected->state, tiled->state,
                             (*program)->layers(), rect));
        EXPECT_TRUE(expected->ledger == tiled->ledger);
      }
      ++seed;
    }
  }
}

// Windows along a world grid, coarse levels taken from the cache or not.
TEST_P(ScheduleLaw, WindowsGiveTheBitsOfTheReference) {
  for (const Border border : BordersOf(GetParam())) {
    SCOPED_TRACE(BorderName(border));
    const auto program = CompileCase(GetParam(), border);
    ASSERT_TRUE(program.ok()) << program.status();
    RegionRequest request;
    request.region = RegionAcross(**program, 0, 300, 90);
    request.layers = (*program)->layers();
    request.tile_size = 64;
    const Rect rect = (*program)->Clip(0, request.region);
    ReferenceRunner reference;
    auto expected = AnswerBy(reference, **program, 0, rect);
    ASSERT_TRUE(expected.ok()) << expected.status();
    MarkNodata(**program, 0, rect, expected->state);
    std::vector<LayerSummary> summaries;
    for (const int64_t cache_bytes : {0, 64 << 20}) {
      EngineOptions options;
      options.tiling = AnyTiling(7);
      options.coarse_cache_bytes = cache_bytes;
      options.window_edge = 256;
      const Engine engine(options);
      KeepingSink sink(request);
      const auto summary = engine.Run(**program, request, sink, {}, nullptr);
      ASSERT_TRUE(summary.ok()) << summary.status();
      ASSERT_TRUE(
          SameBits(expected->state, sink.state(), (*program)->layers(), rect));
      EXPECT_TRUE(expected->ledger == summary->ledger);
      EXPECT_EQ(summary->ledger.GroundError(), 0);
      EXPECT_EQ(summary->ledger.WaterError(), 0);
      summaries = summary->layers;
    }
    // One window over all of it has the same digests.
    const Engine engine({});
    KeepingSink sink(request);
    const auto summary = engine.Run(**program, request, sink, {}, nullptr);
    ASSERT_TRUE(summary.ok()) << summary.status();
    ASSERT_EQ(summary->layers.size(), summaries.size());
    for (size_t i = 0; i < summaries.size(); ++i) {
      EXPECT_EQ(summary->layers[i].root_digest, summaries[i].root_digest);
      EXPECT_EQ(summary->layers[i].min, summaries[i].min);
      EXPECT_EQ(summary->layers[i].max, summaries[i].max);
    }
  }
}

// The smallest memory that does is never exceeded by the plan, and changes no
// bit.
TEST_P(ScheduleLaw, LittleMemoryGivesTheSameDigests) {
  const Border border = BordersOf(GetParam()).front();
  const auto program = CompileCase(GetParam(), border);
  ASSERT_TRUE(program.ok()) << program.status();
  RegionRequest request;
  request.region = RegionAcross(**program, 0, 600, 64);
  request.layers = (*program)->layers();
  std::string digest;
  int64_t windows = 0;
  for (int64_t bytes = 1 << 20;; bytes *= 2) {
    ASSERT_LE(bytes, int64_t{4} << 30);
    EngineOptions options;
    options.memory_bytes = bytes;
    const Engine engine(options);
    const auto plan = engine.Plan(**program, request);
    if (absl::IsResourceExhausted(plan.status())) continue;
    ASSERT_TRUE(plan.ok()) << plan.status();
    EXPECT_LE(plan->memory_bytes, bytes);
    if (plan->windows == windows) continue;
    windows = plan->windows;
    KeepingSink sink(request);
    const auto summary = engine.Run(**program, request, sink, {}, nullptr);
    ASSERT_TRUE(summary.ok()) << summary.status();
    if (digest.empty()) digest = summary->layers[0].root_digest;
    EXPECT_EQ(summary->layers[0].root_digest, digest);
    if (windows == 1) break;
  }
}

TEST_P(ScheduleLaw, APartOfARegionIsThatPartAskedForAlone) {
  for (const Border border : BordersOf(GetParam())) {
    SCOPED_TRACE(BorderName(border));
    const auto program = CompileCase(GetParam(), border);
    ASSERT_TRUE(program.ok()) << program.status();
    const Rect whole =
        (*program)->Clip(0, RegionAcross(**program, 0, 150, 130));
    const auto large = AnswerByTiles({}, **program, 0, whole);
    ASSERT_TRUE(large.ok()) << large.status();
    const Rect part{whole.x0 + 31, whole.y0 + 17, whole.x0 + 83, whole.y0 + 60};
    const auto small = AnswerByTiles({}, **program, 0, part);
    ASSERT_TRUE(small.ok()) << small.status();
    EXPECT_TRUE(
        SameBits(large->state, small->state, (*program)->layers(), part));
  }
}

// Ground and water are accounted for to the quantum, whatever the world ends
// at.
TEST_P(ScheduleLaw, TheLedgerBalances) {
  for (const Border border : BordersOf(GetParam())) {
    SCOPED_TRACE(BorderName(border));
    const auto program = CompileCase(GetParam(), border);
    ASSERT_TRUE(program.ok()) << program.status();
    for (int level = 0; level <= std::min(2, (*program)->max_level());
         ++level) {
      SCOPED_TRACE(level);
      const auto domain = (*program)->DomainAt(level);
      std::vector<Rect> rects = {
          (*program)->Clip(level, RegionAcross(**program, level, 120, 90))};
      if (domain && domain->area() < 400 * 400) rects.push_back(*domain);
      for (const Rect& rect : rects) {
        const auto answer = AnswerByTiles({}, **program, level, rect);
        ASSERT_TRUE(answer.ok()) << answer.status();
        const RegionLedger& ledger = answer->ledger;
        EXPECT_EQ(ledger.GroundError(), 0);
        EXPECT_EQ(ledger.WaterError(), 0);
        // Holes in the land are open in a walled world too.
        if (border == Border::kWall && domain && rect == *domain &&
            (*program)->MaskAt(level, rect) == nullptr) {
          EXPECT_EQ(ledger.flows.ground_net_in, 0);
          EXPECT_EQ(ledger.flows.water_net_in, 0);
          EXPECT_EQ(ledger.flows.water_out, 0);
          EXPECT_EQ(ledger.flows.sediment_out, 0);
        }
      }
    }
  }
}

// The digests of a small region, from the text of the recipe on.
std::string DigestsOf(const LawCase& c) {
  const auto program = CompileCase(c, BordersOf(c).back());
  if (!program.ok()) return program.status().ToString();
  RegionRequest request;
  request.region = RegionAcross(**program, 0, 90, 70);
  request.layers = (*program)->layers();
  const Engine engine({.tiling = {.threads = 2}});
  KeepingSink sink(request);
  const auto summary = engine.Run(**program, request, sink, {}, nullptr);
  if (!summary.ok()) return summary.status().ToString();
  std::string digests = (*program)->digest();
  for (const LayerSummary& layer : summary->layers) {
    absl::StrAppend(&digests, " ", ToHex(layer.root_digest));
  }
  return digests;
}

TEST_P(ScheduleLaw, EveryInstructionSetGivesTheSameDigests) {
  const std::string expected = DigestsOf(GetParam());
  for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
    if (isa > BestIsa()) continue;
    const ScopedIsa scoped(isa);
    EXPECT_EQ(DigestsOf(GetParam()), expected) << IsaName(isa);
  }
}

// How the process rounds and what it does with denormals is its own business.
TEST_P(ScheduleLaw, TheFloatEnvironmentOfTheProcessDoesNotMatter) {
  const std::string expected = DigestsOf(GetParam());
  constexpr unsigned kFlush = _MM_FLUSH_ZERO_ON | _MM_DENORMALS_ZERO_ON;
  constexpr unsigned kFlags[] = {
      kFlush | _MM_ROUND_UP, kFlush | _MM_ROUND_TOWARD_ZERO, _MM_ROUND_DOWN};
  for (const unsigned flags : kFlags) {
    const ScopedFloatEnv restore;
    _mm_setcsr(_mm_getcsr() | flags);
    const std::string found = DigestsOf(GetParam());
    EXPECT_EQ(_mm_getcsr() & _MM_ROUND_MASK, flags & _MM_ROUND_MASK);
    EXPECT_EQ(found, expected) << flags;
  }
}

// Whole recipes in a world without end.
class EndlessLaw : public ::testing::TestWithParam<LawCase> {};

// Numbers beyond 32 bits, and windows of one cell.
TEST_P(EndlessLaw, FarCellsAreTheSameFromEveryWindow) {
  const auto program = CompileCase(GetParam(), Border::kNone);
  ASSERT_TRUE(program.ok()) << program.status();
  ASSERT_FALSE((*program)->DomainAt(0));
  for (const int64_t at :
       {-(int64_t{1} << 31) - 3, (int64_t{1} << 31) - 9, int64_t{1} << 38}) {
    const Rect whole{at, -at, at + 40, -at + 30};
    const auto large = AnswerByTiles({}, **program, 0, whole);
    ASSERT_TRUE(large.ok()) << large.status();
    for (const auto& [dx, dy] : {std::pair{0, 0}, {39, 29}, {7, 11}}) {
      const Rect cell{at + dx, -at + dy, at + dx + 1, -at + dy + 1};
      const auto small = AnswerByTiles({}, **program, 0, cell);
      ASSERT_TRUE(small.ok()) << small.status();
      EXPECT_TRUE(
          SameBits(large->state, small->state, (*program)->layers(), cell));
    }
  }
}

bool HasNoEnd(const LawCase& c) {
  const auto program = CompileCase(c, Border::kNone);
  return program.ok() && !(*program)->DomainAt(0);
}

INSTANTIATE_TEST_SUITE_P(Every, ScheduleLaw, ::testing::ValuesIn(AllCases()),
                         TestName);
INSTANTIATE_TEST_SUITE_P(Every, EndlessLaw,
                         ::testing::ValuesIn(CasesWhere(HasNoEnd)), TestName);

}  // namespace
}  // namespace talus::law
