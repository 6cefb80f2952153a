#include "sim/recipe/param_list.h"

#include "absl/strings/str_cat.h"
#include "sim/recipe/params.h"
#include "talus/v1/recipe.pb.h"

namespace talus {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

void List(const Descriptor& type, const std::string& prefix,
          std::vector<ListedParam>* params) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const std::string path = absl::StrCat(prefix, field.name());
    if (ParamOf(field) != nullptr) params->push_back({path, &field});
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE &&
        field.message_type() != v1::Stage::descriptor() &&
        field.message_type() != v1::Domain::descriptor()) {
      List(*field.message_type(),
           absl::StrCat(path, field.is_repeated() ? "[]." : "."), params);
    }
  }
}

}  // namespace

std::vector<ListedParam> ParamsOf(const Descriptor& type) {
  std::vector<ListedParam> params;
  List(type, "", &params);
  return params;
}

}  // namespace talus
