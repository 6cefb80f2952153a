#ifndef TALUS_CLIENT_MESSAGE_JSON_H_
#define TALUS_CLIENT_MESSAGE_JSON_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/statusor.h"

namespace talus {

// A message for people and scripts: indented, proto names, zeros written out.
absl::StatusOr<std::string> MessageToJson(
    const google::protobuf::Message& message);

}  // namespace talus

#endif  // TALUS_CLIENT_MESSAGE_JSON_H_
