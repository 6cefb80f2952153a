#ifndef TALUS_SIM_RECIPE_PARAM_LIST_H_
#define TALUS_SIM_RECIPE_PARAM_LIST_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

namespace talus {

// A field that has a (talus.v1.param) option.
struct ListedParam {
  // Where it lies in its message: `warp.octaves`, `points[].from_m`.
  std::string path;
  const google::protobuf::FieldDescriptor* field;
};

// The parameters of a message and of the plain messages in it, in the order of
// the fields; not those of nested stages and domains.
std::vector<ListedParam> ParamsOf(const google::protobuf::Descriptor& type);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_PARAM_LIST_H_
