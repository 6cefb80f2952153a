#include "sim/recipe/share_layers.h"

#include "absl/strings/str_cat.h"
#include "sim/stage/layer.h"
#include "talus/v1/layers.pb.h"

namespace talus {

std::string ShareLayersText() {
  std::string names;
  for (int i = 0; i < kPublicLayerCount; ++i) {
    if (!IsShare(static_cast<Layer>(i))) continue;
    absl::StrAppend(&names, names.empty() ? "" : ", ",
                    v1::Layer_Name(static_cast<v1::Layer>(i + 1)));
  }
  return names;
}

}  // namespace talus
