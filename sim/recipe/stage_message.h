#ifndef TALUS_SIM_RECIPE_STAGE_MESSAGE_H_
#define TALUS_SIM_RECIPE_STAGE_MESSAGE_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/repeated_ptr_field.h>

#include "talus/v1/annotations.pb.h"
#include "talus/v1/recipe.pb.h"

namespace talus {

// The oneof whose fields are the processes of the recipe language.
const google::protobuf::OneofDescriptor& ProcessOneof();

// What the option says of the process that `field` of the oneof holds.
const v1::StageDoc& StageDocOf(const google::protobuf::FieldDescriptor& field);

// The field of the oneof that is set; nullptr where none is.
const google::protobuf::FieldDescriptor* ProcessField(const v1::Stage& stage);

// The stages inside a group; nullptr for other processes.
const google::protobuf::RepeatedPtrField<v1::Stage>* StagesOf(
    const v1::Stage& stage);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_STAGE_MESSAGE_H_
