#ifndef TALUS_SIM_RECIPE_REFERENCE_H_
#define TALUS_SIM_RECIPE_REFERENCE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

// The reference of the recipe language, made from the options of its messages.
namespace talus {

// A page of Markdown over the recipe, its domain and every stage:
// docs/stages.md.
std::string ReferencePage();

// What HelpFor knows: "recipe", "domain", "stage" (what all stages may have) and
// the stages, in the order of the recipe language.
std::vector<std::string> HelpTopics();

// Plain text about a topic, or about one parameter of it: "creep",
// "gradient_noise.warp.octaves". NOT_FOUND lists what there is.
absl::StatusOr<std::string> HelpFor(std::string_view topic);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_REFERENCE_H_
