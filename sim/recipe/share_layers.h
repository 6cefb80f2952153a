#ifndef TALUS_SIM_RECIPE_SHARE_LAYERS_H_
#define TALUS_SIM_RECIPE_SHARE_LAYERS_H_

#include <google/protobuf/message.h>

#include <optional>
#include <string>

#include "sim/stage/layer.h"

namespace talus {

// The layers of shares in the words of a recipe, for messages: "LAYER_HARDNESS,
// LAYER_MASK, ...".
std::string ShareLayersText();

// Whether a process of the recipe language writes a layer of shares.
bool WritesShares(const google::protobuf::Descriptor& process);

// The layer of shares that a process of a canonical recipe writes; nothing
// where it writes none.
std::optional<Layer> ShareLayerOf(const google::protobuf::Message& process);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_SHARE_LAYERS_H_
