#ifndef TALUS_SIM_RECIPE_SHOWN_VALUES_H_
#define TALUS_SIM_RECIPE_SHOWN_VALUES_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>
#include <vector>

#include "sim/recipe/param_list.h"

// What the pictures of parameters in docs/stages.md show, and where they lie.
namespace talus {

// A value of a parameter that has a picture.
struct ShownValue {
  std::string label;  // "low 0.2", "default 0.5", "COMBINE_ADD", "none"
  std::string text;   // as in text format; empty where the field is unset
};

// The values from left to right. Of a number both ends of what is worth trying
// and between them the default, or the middle where the default is an end or
// there is none; where unset means none, "none" and both ends. Of a choice all
// that its stage takes. Nothing for fields that are neither.
std::vector<ShownValue> ShownValues(
    const google::protobuf::FieldDescriptor& field);

// "low 0.2, default 0.5, high 0.7 m".
std::string ShownText(const google::protobuf::FieldDescriptor& field);

// Name of the parameter in the files of docs/strips: "height_curve.points.to_m"
// for `points[].to_m` of the stage `height_curve`.
std::string StripName(std::string_view stage, const ListedParam& param);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_SHOWN_VALUES_H_
