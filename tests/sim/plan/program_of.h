#ifndef TALUS_TESTS_SIM_PLAN_PROGRAM_OF_H_
#define TALUS_TESTS_SIM_PLAN_PROGRAM_OF_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "sim/base/status_macros.h"
#include "sim/plan/program.h"
#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"

namespace talus::testing {

inline absl::StatusOr<CanonicalRecipe> CanonicalOf(const std::string& text) {
  TALUS_ASSIGN_OR_RETURN(const v1::Recipe recipe, ParseRecipe(text));
  return Canonicalize(recipe);
}

// The program of a recipe in text format.
inline absl::StatusOr<std::shared_ptr<const Program>> ProgramOf(
    const std::string& text, RasterSet rasters = {}) {
  TALUS_ASSIGN_OR_RETURN(const CanonicalRecipe c, CanonicalOf(text));
  return Program::Compile(c.recipe, c.digest, std::move(rasters));
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_PLAN_PROGRAM_OF_H_
