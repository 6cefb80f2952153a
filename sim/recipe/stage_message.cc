#include "sim/recipe/stage_message.h"

namespace talus {

using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;

const OneofDescriptor& ProcessOneof() {
  return *v1::Stage::descriptor()->FindOneofByName("process");
}

const v1::StageDoc& StageDocOf(const FieldDescriptor& field) {
  return field.message_type()->options().GetExtension(v1::stage);
}

const FieldDescriptor* ProcessField(const v1::Stage& stage) {
  return stage.GetReflection()->GetOneofFieldDescriptor(stage, &ProcessOneof());
}

const google::protobuf::RepeatedPtrField<v1::Stage>* StagesOf(
    const v1::Stage& stage) {
  if (stage.has_repeat()) return &stage.repeat().stages();
  if (stage.has_multiscale()) return &stage.multiscale().stages();
  return nullptr;
}

}  // namespace talus
