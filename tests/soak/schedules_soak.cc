#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/isa.h"
#include "sim/recipe/presets.h"
#include "tests/soak/soak_run.h"

namespace talus::testing {
namespace {

// A preset over a region far from the origin, straddling blocks and levels.
class EveryPreset : public ::testing::TestWithParam<std::string_view> {
 protected:
  EveryPreset()
      : program_(CompileText(FindPreset(GetParam())->text)),
        request_{.region = RegionOf(*program_), .layers = program_->layers()} {}

  static Rect RegionOf(const Program& program) {
    const auto domain = program.DomainAt(0);
    if (!domain.has_value()) return {-389, 3000000001, 312, 3000000602};
    return {domain->x0, domain->y0, domain->x0 + 701, domain->y0 + 601};
  }
  std::vector<std::string> Digests(const EngineOptions& options) const {
    std::vector<std::string> digests;
    for (const auto& l : Make(*program_, request_, options).layers) {
      digests.push_back(ToHex(l.root_digest));
    }
    return digests;
  }

  const std::shared_ptr<const Program> program_;
  const RegionRequest request_;
};

TEST_P(EveryPreset, HasTheSameBitsByEverySchedule) {
  const auto expected = Digests({});
  int schedules = 0;
  for (const int threads : {1, 2, 3, 8}) {
    for (const int64_t block : {64, 200, 1024}) {
      for (const int passes : {1, 5, 32}) {
        const EngineOptions options = {
            .tiling = {.threads = threads,
                       .block_width = block,
                       .block_height = block + 7,
                       .passes_per_group = passes,
                       .shuffle_seed = static_cast<uint64_t>(block + passes)}};
        EXPECT_EQ(Digests(options), expected)
            << threads << " threads, blocks of " << block << ", " << passes
            << " passes in a group";
        ++schedules;
      }
    }
  }
  Figure(absl::StrCat(std::string(GetParam()), ": one digest by ", schedules,
                      " schedules"));
}

TEST_P(EveryPreset, HasTheSameBitsWithEveryInstructionSet) {
  const auto expected = Digests({});
  for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
    const std::string name =
        absl::StrCat(std::string(GetParam()), ", ", std::string(IsaName(isa)));
    if (isa > BestIsa()) {
      Figure(name + ": not run, the machine lacks it");
      continue;
    }
    const ScopedIsa scoped(isa);
    EXPECT_EQ(Digests({}), expected) << name;
    Figure(name + ": the same digest");
  }
}

TEST_P(EveryPreset, HasTheSameBitsInManySmallWindows) {
  const auto expected = Digests({});
  const EngineOptions small = {.coarse_cache_bytes = int64_t{16} << 20,
                               .window_edge = 256};
  EXPECT_EQ(Digests(small), expected);
}

std::vector<std::string_view> Names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : Presets()) names.push_back(preset.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Presets, EveryPreset, ::testing::ValuesIn(Names()),
                         [](const auto& info) {
                           return std::string(info.param);
                         });

}  // namespace
}  // namespace talus::testing
