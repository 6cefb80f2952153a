#include "sim/recipe/canonical.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/hash.h"
#include "sim/recipe/params.h"
#include "sim/recipe/rules.h"

namespace talus {
namespace {

v1::Recipe Filled(const v1::Recipe& recipe) {
  v1::Recipe filled = recipe;
  FillDefaults(&filled);
  filled.set_seed_number(recipe.has_seed_text() ? HashText(recipe.seed_text())
                                                : recipe.seed_number());
  return filled;
}

Violations Validate(const v1::Recipe& recipe, const v1::Recipe& filled,
                    const std::string& path) {
  Violations violations;
  CheckParams(recipe, path, &violations);
  CheckRules(filled, path, &violations);
  return violations;
}

// Fields in tag order: messages have no maps, and unknown fields were refused.
std::string DeterministicBytes(const v1::Recipe& recipe) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    recipe.SerializeToCodedStream(&coded);
  }
  return bytes;
}

CanonicalRecipe Seal(v1::Recipe filled) {
  CanonicalRecipe canonical;
  canonical.bytes = DeterministicBytes(filled);
  canonical.digest = Sha256Hex(canonical.bytes);
  canonical.recipe = std::move(filled);
  return canonical;
}

}  // namespace

Violations ValidateRecipe(const v1::Recipe& recipe, const std::string& path) {
  return Validate(recipe, Filled(recipe), path);
}

absl::StatusOr<CanonicalRecipe> Canonicalize(const v1::Recipe& recipe) {
  v1::Recipe filled = Filled(recipe);
  const Violations violations = Validate(recipe, filled, "");
  if (!violations.empty()) return violations.ToStatus();
  return Seal(std::move(filled));
}

absl::StatusOr<CanonicalRecipe> CutAfter(const CanonicalRecipe& recipe,
                                         int64_t stages) {
  const int size = recipe.recipe.stages_size();
  if (stages < 1 || stages > size) {
    return absl::OutOfRangeError(
        absl::StrCat("until_stage = ", stages, " is outside [1, ", size,
                     "], the number of stages of the recipe's top list; set a "
                     "value in the range, or leave it unset for all"));
  }
  v1::Recipe cut = recipe.recipe;
  cut.mutable_stages()->DeleteSubrange(static_cast<int>(stages),
                                       size - static_cast<int>(stages));
  return Seal(std::move(cut));
}

}  // namespace talus
