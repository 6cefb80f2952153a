#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/plan/reference_runner.h"
#include "tests/law/answer.h"
#include "tests/law/compare.h"
#include "tests/law/law_case.h"

// The law, level by level: what a Multiscale group hands from a coarser level
// to a finer one.
namespace talus::law {
namespace {

class LevelLaw : public ::testing::TestWithParam<LawCase> {};

// Remembers what every run of steps was given and what it gave.
class RecordingRunner final : public StepRunner {
 public:
  struct Record {
    const Step* first;  // of the steps that ran
    const Step* last;
    int level;
    Rect in_rect;
    State in;
    Rect out;
    State state;
  };
  absl::StatusOr<State> Run(State in, const StepRun& run,
                            Ledger* ledger) override {
    const State given = in;
    auto state = runner_.Run(std::move(in), run, ledger);
    if (state.ok()) {
      records_.push_back({&run.steps.front(), &run.steps.back(), run.level,
                          HaloOf(run), given, run.out, *state});
    }
    return state;
  }
  int64_t CellPasses(const StepRun& run) const override {
    return runner_.CellPasses(run);
  }
  const std::vector<Record>& records() const { return records_; }

  // What was there after all steps of a section, where it is known for all of
  // `rect`; null where it is not.
  const Record* After(const Section& section, int level,
                      const Rect& rect) const {
    const auto& steps = section.levels[static_cast<size_t>(level)].steps;
    for (const Record& r : records_) {
      if (!steps.empty() && r.last == &steps.back() && r.level == level &&
          Intersect(r.out, rect) == rect) {
        return &r;
      }
    }
    return nullptr;
  }

 private:
  ReferenceRunner runner_;
  std::vector<Record> records_;
};

int CoarsestOf(const Program& program) {
  int coarsest = 0;
  for (const Section& section : program.sections()) {
    if (section.multiscale) {
      coarsest = std::max(coarsest, section.coarsest_level);
    }
  }
  return coarsest;
}

// What is shown of a coarse level is what the finer levels went on from.
TEST_P(LevelLaw, APreviewIsTheLevelThatFinerOnesComeFrom) {
  const auto program = CompileCase(GetParam(), BordersOf(GetParam()).front());
  ASSERT_TRUE(program.ok()) << program.status();
  const int coarsest =
      std::min({3, CoarsestOf(**program), (*program)->max_level()});
  ASSERT_GT(coarsest, 0);
  const Rect fine = (*program)->Clip(0, RegionAcross(**program, 0, 40, 24));
  RecordingRunner inside;
  ASSERT_TRUE(AnswerBy(inside, **program, 0, fine).ok());
  for (int level = 1; level <= coarsest; ++level) {
    SCOPED_TRACE(level);
    RecordingRunner alone;
    const Rect coarse = (*program)->Clip(
        level, Rect{fine.x0 >> level, fine.y0 >> level, (fine.x1 >> level) + 1,
                    (fine.y1 >> level) + 1});
    ASSERT_TRUE(AnswerBy(alone, **program, level, coarse).ok());
    int compared = 0;
    for (const auto& a : alone.records()) {
      for (const auto& b : inside.records()) {
        if (a.first != b.first || a.level != b.level) continue;
        const Rect both = Intersect(a.out, b.out);
        ASSERT_FALSE(both.empty());
        const LayerSet layers = a.state.layers() & b.state.layers();
        ASSERT_FALSE(layers.empty());
        EXPECT_TRUE(SameBits(a.state, b.state, layers, both));
        compared += a.level == level ? 1 : 0;
      }
    }
    EXPECT_GT(compared, 0);
  }
}

int32_t GroundAt(const State& state, int64_t x, int64_t y) {
  const auto at = [&](Layer l) {
    return state.Has(l) ? *state.Get(l)->At(x, y) : 0;
  };
  return at(Layer::kHeight) + at(Layer::kSediment);
}

// A group begins a level with the ground before the group and what the next
// coarser level changed of it, by the filter 9-3-3-1.
TEST_P(LevelLaw, AFinerLevelBeginsWithItsSourceAndWhatTheCoarserChanged) {
  const auto program = CompileCase(GetParam(), BordersOf(GetParam()).front());
  ASSERT_TRUE(program.ok()) << program.status();
  const Rect fine = (*program)->Clip(0, RegionAcross(**program, 0, 40, 24));
  RecordingRunner runner;
  ASSERT_TRUE(AnswerBy(runner, **program, 0, fine).ok());
  int64_t cells = 0, changed = 0;
  for (size_t s = 1; s < (*program)->sections().size(); ++s) {
    const Section& before = (*program)->sections()[s - 1];
    const Section& section = (*program)->sections()[s];
    if (!section.multiscale) continue;
    for (const auto& entry : runner.records()) {
      const int level = entry.level;
      const auto& steps = section.levels[static_cast<size_t>(level)].steps;
      if (level >= section.coarsest_level || steps.empty() ||
          entry.first != &steps.front()) {
        continue;
      }
      const Rect rect = entry.in_rect;
      const Rect needed = (*program)->Clip(
          level + 1, Rect{(rect.x0 >> 1) - 1, (rect.y0 >> 1) - 1,
                          ((rect.x1 - 1) >> 1) + 2, ((rect.y1 - 1) >> 1) + 2});
      const auto* source = runner.After(before, level, rect);
      const auto* coarse_source = runner.After(before, level + 1, needed);
      const auto* coarse = runner.After(section, level + 1, needed);
      ASSERT_NE(source, nullptr);
      ASSERT_NE(coarse_source, nullptr);
      ASSERT_NE(coarse, nullptr);
      const auto mask = (*program)->MaskAt(level + 1, Grow(needed, 1));
      const auto delta = [&](int64_t x, int64_t y) -> int64_t {
        return GroundAt(coarse->state, x, y) -
               GroundAt(coarse_source->state, x, y);
      };
      for (int64_t y = rect.y0; y < rect.y1; ++y) {
        for (int64_t x = rect.x0; x < rect.x1; ++x) {
          const int64_t cx = x >> 1, cy = y >> 1;
          const int64_t nx = cx + (x % 2 != 0 ? 1 : -1);
          const int64_t ny = cy + (y % 2 != 0 ? 1 : -1);
          const auto near = [&](int64_t i, int64_t j) {
            const bool inside = mask == nullptr || *mask->At(i, j) == kInside;
            return inside ? delta(i, j) : delta(cx, cy);
          };
          const int64_t sum = 9 * delta(cx, cy) +
                              3 * (near(nx, cy) + near(cx, ny)) + near(nx, ny);
          // To the nearest quantum; halves upwards.
          const auto handed = static_cast<int32_t>((sum + 8) >> 4);
          ASSERT_EQ(*entry.in.Get(Layer::kHeight)->At(x, y),
                    GroundAt(source->state, x, y) + handed)
              << "(" << x << ", " << y << ") at level " << level;
          ++cells;
          changed += handed != 0 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(cells, 0);
  EXPECT_GT(changed, 0);
}

bool HasLevels(const LawCase& c) {
  const auto program = CompileCase(c, Border::kOpen);
  return program.ok() && CoarsestOf(**program) > 0;
}

INSTANTIATE_TEST_SUITE_P(Every, LevelLaw,
                         ::testing::ValuesIn(CasesWhere(HasLevels)), TestName);

}  // namespace
}  // namespace talus::law
