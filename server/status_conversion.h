#ifndef TALUS_SERVER_STATUS_CONVERSION_H_
#define TALUS_SERVER_STATUS_CONVERSION_H_

#include <grpcpp/support/status.h>

#include <functional>
#include <string>

#include "absl/status/status.h"

namespace talus {

// Messages of statuses are trailers: longer ones are cut at a line and say so.
inline constexpr size_t kMaxStatusMessage = 4096;

// The same code and message for the wire.
grpc::Status ToGrpc(const absl::Status& status);

// "OK", "INVALID_ARGUMENT", ...: the name of the code.
std::string CodeName(absl::StatusCode code);

// Calls `work` and returns its status; RESOURCE_EXHAUSTED where memory ran out.
// The one place of the server that catches.
absl::Status CatchOutOfMemory(const std::function<absl::Status()>& work);

}  // namespace talus

#endif  // TALUS_SERVER_STATUS_CONVERSION_H_
