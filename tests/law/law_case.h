#ifndef TALUS_TESTS_LAW_LAW_CASE_H_
#define TALUS_TESTS_LAW_LAW_CASE_H_

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/plan/program.h"
#include "sim/recipe/canonical.h"
#include "sim/stage/stage_context.h"

namespace talus::law {

// What a landscape of the law suite ends at.
enum class Border { kNone, kWall, kOpen };
inline constexpr Border kBorders[] = {Border::kNone, Border::kWall,
                                      Border::kOpen};
const char* BorderName(Border border);

// One stage with one set of parameters, or one preset.
struct LawCase {
  std::string name;     // "water_erosion", "water_erosion/flood", "preset/alps"
  std::string process;  // the stage; empty for a whole recipe
  std::string params;   // in text format: of the stage, or the whole recipe
  std::string beside;   // what the stage has beside its process, such as scales
};
inline void PrintTo(const LawCase& c, std::ostream* out) { *out << c.name; }

// Every registered stage with its defaults, and further sets of parameters. A
// stage that is named nowhere in this folder is among them.
std::vector<LawCase> StageCases();
std::vector<LawCase> PresetCases();
// Every preset, and recipes that join stages and groups in other ways.
std::vector<LawCase> RecipeCases();
std::vector<LawCase> AllCases();
// Those of them that a law has something to say of.
std::vector<LawCase> CasesWhere(
    const std::function<bool(const LawCase&)>& suits);

// For INSTANTIATE_TEST_SUITE_P: the name in letters, digits and underscores.
std::string TestName(const ::testing::TestParamInfo<LawCase>& info);

// The case as a recipe in a world with that border: hills, hardness and the
// stage, of at most 24 passes. A whole recipe keeps its stages, and a domain of
// its own if it has one; its rounds and passes are cut down to an eighth, so
// that it takes no longer than a stage does.
absl::StatusOr<CanonicalRecipe> CaseRecipe(const LawCase& c, Border border);
absl::StatusOr<std::shared_ptr<const Program>> CompileCase(const LawCase& c,
                                                           Border border);

// The borders that suit the case: all of them, or all but kNone.
std::vector<Border> BordersOf(const LawCase& c);

// The stage of a case alone, for `around`. The domain there is used where the
// stage cannot do without one.
absl::StatusOr<std::unique_ptr<Stage>> MakeCaseStage(const LawCase& c,
                                                     StageContext around);

// The rasters that cases name.
const RasterSet& LawRasters();

}  // namespace talus::law

#endif  // TALUS_TESTS_LAW_LAW_CASE_H_
