#ifndef TALUS_SIM_RECIPE_SHARE_LAYERS_H_
#define TALUS_SIM_RECIPE_SHARE_LAYERS_H_

#include <string>

namespace talus {

// The layers of shares in the words of a recipe, for messages: "LAYER_HARDNESS,
// LAYER_MASK, ...".
std::string ShareLayersText();

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_SHARE_LAYERS_H_
