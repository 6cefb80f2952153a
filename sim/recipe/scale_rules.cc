#include "sim/recipe/scale_rules.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "sim/recipe/params.h"
#include "sim/recipe/share_layers.h"
#include "sim/stage/layer.h"
#include "talus/v1/layers.pb.h"

namespace talus {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

bool DiffersByCell(const FieldDescriptor& field) {
  const v1::Param* param = ParamOf(field);
  return param != nullptr && param->per_cell();
}

// The parameters that may differ from cell to cell, in words.
std::string ScalableText(const Descriptor& type) {
  std::string names;
  for (int i = 0; i < type.field_count(); ++i) {
    if (!DiffersByCell(*type.field(i))) continue;
    absl::StrAppend(&names, names.empty() ? "name one of " : ", ",
                    type.field(i)->name());
  }
  return names.empty() ? "remove it: no parameter of this stage may" : names;
}

}  // namespace

void CheckScales(const v1::Stage& stage,
                 const google::protobuf::Message& process,
                 const std::string& path, Violations* violations) {
  const std::string list = JoinPath(path, "scales");
  const Descriptor& type = *process.GetDescriptor();
  std::set<std::string> named;
  // The option on the field reports a list that is longer.
  const int listed = std::min(stage.scales_size(), 16);
  for (int i = 0; i < listed; ++i) {
    const v1::Scale& scale = stage.scales(i);
    const std::string one = ElementPath(list, i);
    if (scale.has_parameter()) {
      const FieldDescriptor* field = type.FindFieldByName(scale.parameter());
      if (field == nullptr || !DiffersByCell(*field)) {
        violations->Add(
            JoinPath(one, "parameter"),
            absl::StrCat("= \"", scale.parameter(),
                         "\" is no parameter that may differ from cell to "
                         "cell; ",
                         ScalableText(type)));
      } else if (ParamOf(*field)->unset_means_none() &&
                 !process.GetReflection()->HasField(process, field)) {
        violations->Add(JoinPath(one, "parameter"),
                        absl::StrCat("= \"", scale.parameter(),
                                     "\" is not set, so there is nothing to "
                                     "scale; set it in the stage"));
      } else if (!named.insert(scale.parameter()).second) {
        violations->Add(JoinPath(one, "parameter"),
                        absl::StrCat("= \"", scale.parameter(),
                                     "\" is scaled twice; join the layers "
                                     "before, by combine, and scale it once"));
      }
    }
    const int layer = static_cast<int>(scale.layer()) - 1;
    if (v1::Layer_IsValid(scale.layer()) && layer >= 0 &&
        !IsShare(static_cast<Layer>(layer))) {
      violations->Add(
          JoinPath(one, "layer"),
          absl::StrCat("= ", v1::Layer_Name(scale.layer()),
                       " holds no shares in [0, 1]; set one of ",
                       ShareLayersText(), " that a stage before writes"));
    }
  }
}

}  // namespace talus
