#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"

// Whatever text comes in, reading it ends with a recipe or with a status; and
// what is canonical stays as it is, read from its bytes or from either text.
namespace talus {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

void ReadsBack(const CanonicalRecipe& canonical, const std::string& text) {
  const auto again = ParseRecipe(text);
  Require(again.ok());
  const auto same = Canonicalize(*again);
  Require(same.ok());
  Require(same->bytes == canonical.bytes);
}

void TryText(std::string_view text) {
  const auto recipe = ParseRecipe(text);
  if (!recipe.ok()) return;
  const auto canonical = Canonicalize(*recipe);
  if (!canonical.ok()) return;
  const auto twice = Canonicalize(canonical->recipe);
  Require(twice.ok());
  Require(twice->digest == canonical->digest);
  ReadsBack(*canonical, RecipeToTextproto(canonical->recipe));
  ReadsBack(*canonical, RecipeToJson(canonical->recipe));
}

}  // namespace
}  // namespace talus

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  talus::TryText({reinterpret_cast<const char*>(data), size});
  return 0;
}
