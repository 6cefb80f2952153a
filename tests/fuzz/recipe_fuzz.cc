#include <google/protobuf/stubs/logging.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "sim/recipe/canonical.h"
#include "sim/recipe/recipe_text.h"

// Whatever text comes in, reading ends in a recipe or an error; what is read
// survives being written and read again, and what is valid has one canonical
// form.
namespace talus {
namespace {

void Require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "broken: " << what << "\n";
  std::abort();
}

void CheckCanonical(const v1::Recipe& recipe) {
  const auto canonical = Canonicalize(recipe);
  Require(canonical.ok() == ValidateRecipe(recipe).empty(),
          "validation and the canonical form agree");
  if (!canonical.ok()) {
    Require(!canonical.status().message().empty(), "an error says something");
    return;
  }
  const auto again = Canonicalize(canonical->recipe);
  Require(again.ok() && again->bytes == canonical->bytes,
          "the canonical form of a canonical form is itself");
  for (const std::string& text : {RecipeToTextproto(canonical->recipe),
                                  RecipeToJson(canonical->recipe)}) {
    const auto read = ParseRecipe(text);
    Require(read.ok(), "what was written can be read");
    const auto same = Canonicalize(*read);
    Require(same.ok() && same->digest == canonical->digest,
            "what was written reads back to the same digest");
  }
}

}  // namespace
}  // namespace talus

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const google::protobuf::LogSilencer quiet;
  if (const auto recipe = talus::ParseRecipe(bytes); recipe.ok()) {
    talus::CheckCanonical(*recipe);
  }
  talus::v1::Recipe wire;
  if (wire.ParseFromArray(data, static_cast<int>(size))) {
    talus::CheckCanonical(wire);
  }
  return 0;
}
