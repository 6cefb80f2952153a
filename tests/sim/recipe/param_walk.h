#ifndef TALUS_TESTS_SIM_RECIPE_PARAM_WALK_H_
#define TALUS_TESTS_SIM_RECIPE_PARAM_WALK_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <functional>
#include <string>

#include "sim/recipe/params.h"
#include "sim/recipe/stage_message.h"
#include "talus/v1/recipe.pb.h"

namespace talus::testing {

// One parameter of the recipe language, at a place where it can be set.
struct ParamSite {
  v1::Recipe* recipe;                  // holds `message`
  google::protobuf::Message* message;  // holds the field, unset
  const google::protobuf::FieldDescriptor* field;
  const v1::Param* param;
  std::string path;  // `stages[0].gradient_noise.warp.octaves`
};
using ParamVisitor = std::function<void(const ParamSite&)>;

// Visits the parameters of `message` and of the messages in it, which are made
// for the visit and taken away after.
inline void VisitParams(v1::Recipe* recipe, google::protobuf::Message* message,
                        const std::string& path, const ParamVisitor& visit) {
  const auto& r = *message->GetReflection();
  for (int i = 0; i < message->GetDescriptor()->field_count(); ++i) {
    const auto* field = message->GetDescriptor()->field(i);
    const std::string field_path = JoinPath(path, field->name());
    if (const v1::Param* param = ParamOf(*field)) {
      visit({recipe, message, field, param, field_path});
    }
    if (field->message_type() == nullptr ||
        field->message_type() == v1::Stage::descriptor()) {
      continue;
    }
    auto* nested = field->is_repeated() ? r.AddMessage(message, field)
                                        : r.MutableMessage(message, field);
    VisitParams(recipe, nested,
                field->is_repeated() ? ElementPath(field_path, 0) : field_path,
                visit);
    r.ClearField(message, field);
  }
}

// Visits every parameter of the recipe language: those of the recipe, of its
// domain and of each process.
inline void VisitAllParams(const ParamVisitor& visit) {
  v1::Recipe recipe;
  VisitParams(&recipe, &recipe, "", visit);
  for (int i = 0; i < ProcessOneof().field_count(); ++i) {
    v1::Stage* stage = recipe.add_stages();
    const auto* process = ProcessOneof().field(i);
    VisitParams(&recipe, stage->GetReflection()->MutableMessage(stage, process),
                JoinPath("stages[0]", process->name()), visit);
    recipe.clear_stages();
  }
}

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_RECIPE_PARAM_WALK_H_
