#include "sim/plan/stage_scales.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>

#include "sim/recipe/params.h"
#include "sim/recipe/stage_message.h"

namespace talus {
namespace {

// The factor, or the nearest to it that keeps `value` times it in the range.
float Held(double factor, double value, const v1::Param& param) {
  if (value == 0) return static_cast<float>(factor);
  return static_cast<float>(std::clamp(
      factor, std::max(param.min() / value, 0.0), param.max() / value));
}

double NumberOf(const google::protobuf::Message& message,
                const google::protobuf::FieldDescriptor* field) {
  const auto& reflection = *message.GetReflection();
  return field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_UINT32
             ? reflection.GetUInt32(message, field)
             : reflection.GetDouble(message, field);
}

}  // namespace

std::vector<ParameterScale> ScalesOf(const v1::Stage& stage) {
  std::vector<ParameterScale> scales;
  const auto* process = ProcessField(stage);
  if (process == nullptr) return scales;
  const google::protobuf::Message& message =
      stage.GetReflection()->GetMessage(stage, process);
  for (const v1::Scale& scale : stage.scales()) {
    const auto* field =
        message.GetDescriptor()->FindFieldByName(scale.parameter());
    const double value = NumberOf(message, field);
    const v1::Param& param = *ParamOf(*field);
    scales.push_back({.parameter = scale.parameter(),
                      .layer = static_cast<Layer>(scale.layer() - 1),
                      .at_zero = Held(scale.at_zero(), value, param),
                      .at_one = Held(scale.at_one(), value, param)});
  }
  return scales;
}

}  // namespace talus
