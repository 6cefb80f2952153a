#include "sim/recipe/shown_values.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "sim/base/absl_view.h"
#include "sim/recipe/params.h"
#include "sim/stage/layer.h"
#include "talus/v1/layers.pb.h"

namespace talus {
namespace {

using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;

// Whether a stage takes the value of a choice: layers are those of shares.
bool IsTaken(const EnumValueDescriptor& value, const v1::Param& param) {
  if (value.number() < param.min() || value.number() > param.max()) {
    return false;
  }
  return value.type() != v1::Layer_descriptor() ||
         IsShare(static_cast<Layer>(value.number() - 1));
}

std::vector<ShownValue> Choices(const FieldDescriptor& field,
                                const v1::Param& param) {
  std::vector<ShownValue> shown;
  for (int i = 0; i < field.enum_type()->value_count(); ++i) {
    const EnumValueDescriptor& value = *field.enum_type()->value(i);
    if (IsTaken(value, param)) shown.push_back({value.name(), value.name()});
  }
  return shown;
}

std::vector<ShownValue> Numbers(const FieldDescriptor& field,
                                const v1::Param& param) {
  const bool has_default = !param.required() && !param.unset_means_none();
  const double standard = param.default_value();
  const auto [low, high] = SoftRange(param);
  std::vector<ShownValue> shown;
  const auto show = [&](const char* word, double value) {
    const std::string text = FormatNumber(value);
    const bool is_default = has_default && value == standard;
    shown.push_back(
        {absl::StrCat(is_default ? "default" : word, " ", text), text});
  };
  if (param.unset_means_none()) shown.push_back({"none", ""});
  show("low", low);
  if (has_default && low < standard && standard < high) {
    show("default", standard);
  } else if (!param.unset_means_none()) {
    const double middle = low + (high - low) / 2;
    const bool whole = field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE;
    show("middle", whole ? std::floor(middle) : middle);
  }
  show("high", high);
  return shown;
}

}  // namespace

std::vector<ShownValue> ShownValues(const FieldDescriptor& field) {
  const v1::Param* param = ParamOf(field);
  if (param == nullptr) return {};
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return Choices(field, *param);
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT32:
      return Numbers(field, *param);
    default:
      return {};
  }
}

std::string ShownText(const FieldDescriptor& field) {
  std::string text = absl::StrJoin(
      ShownValues(field), ", ", [](std::string* out, const ShownValue& value) {
        absl::StrAppend(out, value.label);
      });
  const v1::Param* param = ParamOf(field);
  if (param != nullptr && !param->unit().empty()) {
    absl::StrAppend(&text, " ", param->unit());
  }
  return text;
}

std::string StripName(std::string_view stage, const ListedParam& param) {
  return absl::StrCat(ToAbsl(stage), ".",
                      absl::StrReplaceAll(param.path, {{"[]", ""}}));
}

}  // namespace talus
