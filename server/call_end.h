#ifndef TALUS_SERVER_CALL_END_H_
#define TALUS_SERVER_CALL_END_H_

#include <grpcpp/server_context.h>

#include "absl/status/status.h"
#include "server/server_options.h"

// How a call ends that is not waited for.
namespace talus {

// Deadline of a call; TimePoint::max() where it has none.
TimePoint DeadlineOf(const grpc::CallbackServerContext& context);

// DEADLINE_EXCEEDED from `deadline` on.
absl::Status CheckDeadline(TimePoint deadline, TimePoint now);

// Status of a call whose client is told to be gone: gRPC says so at deadlines,
// too.
absl::Status GoneStatus(TimePoint deadline, TimePoint now);

}  // namespace talus

#endif  // TALUS_SERVER_CALL_END_H_
