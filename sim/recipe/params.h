#ifndef TALUS_SIM_RECIPE_PARAMS_H_
#define TALUS_SIM_RECIPE_PARAMS_H_

#include <google/protobuf/message.h>

#include <string>
#include <string_view>

#include "sim/recipe/violation.h"
#include "talus/v1/annotations.pb.h"

// What (talus.v1.param) options say of a message, by reflection. Nothing else
// in the project lists parameters.
namespace talus {

// The field's option; nullptr where it has none.
const v1::Param* ParamOf(const google::protobuf::FieldDescriptor& field);

// Adds what is wrong with `message` and the messages in it: values that are not
// finite, outside their range, no known or no named value of an enum; missing
// required fields; too many elements or bytes; texts that are not UTF-8;
// unknown fields. `path` is where the message lies, empty for the outermost.
void CheckParams(const google::protobuf::Message& message,
                 const std::string& path, Violations* violations);

// Gives every unset parameter its default, in `message` and in the messages
// that are set in it. Left unset: messages, members of a oneof, required fields
// and those whose absence means none. Zeros lose their sign, so that equal
// values have equal bytes.
void FillDefaults(google::protobuf::Message* message);

// The values of a number that are worth trying: soft_min to soft_max, or all of
// min to max where the option does not say.
struct ValueRange {
  double low;
  double high;
};
ValueRange SoftRange(const v1::Param& param);

// The shortest text that reads back as the same number: "0.02", "16000",
// "2e-05".
std::string FormatNumber(double value);

// The range of a parameter with its unit: "[0, 90] degrees".
std::string RangeText(const v1::Param& param);

// `path.name`, or `name` where the path is empty.
std::string JoinPath(std::string_view path, std::string_view name);

// `path[index]`.
std::string ElementPath(std::string_view path, int index);

}  // namespace talus

#endif  // TALUS_SIM_RECIPE_PARAMS_H_
