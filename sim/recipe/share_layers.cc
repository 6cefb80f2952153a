#include "sim/recipe/share_layers.h"

#include "absl/strings/str_cat.h"
#include "talus/v1/layers.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

std::string ShareLayersText() {
  std::string names;
  for (int i = 0; i < kPublicLayerCount; ++i) {
    if (!IsShare(static_cast<Layer>(i))) continue;
    absl::StrAppend(&names, names.empty() ? "" : ", ",
                    v1::Layer_Name(static_cast<v1::Layer>(i + 1)));
  }
  return names;
}

bool WritesShares(const Descriptor& process) {
  return &process == v1::Hardness::descriptor() ||
         process.FindFieldByName("layer") != nullptr;
}

std::optional<Layer> ShareLayerOf(const Message& process) {
  const Descriptor& type = *process.GetDescriptor();
  if (!WritesShares(type)) return std::nullopt;
  const FieldDescriptor* layer = type.FindFieldByName("layer");
  if (layer == nullptr) return Layer::kHardness;
  return static_cast<Layer>(
      process.GetReflection()->GetEnumValue(process, layer) - 1);
}

}  // namespace talus
