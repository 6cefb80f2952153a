#include "client/retry.h"

#include <grpcpp/support/status.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "absl/strings/str_cat.h"

namespace talus {
namespace {

// False where `stop` came before the time was over.
bool Wait(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wakeup;
  std::unique_lock lock(mutex);
  wakeup.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace

absl::Status FromGrpc(const grpc::Status& status) {
  // The numbers of the codes are the same by design.
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                      status.error_message());
}

void Retry::Reset() {
  left_ = options_.tries;
  wait_ = options_.first_wait;
}

absl::Status Retry::Next(const absl::Status& failure,
                         const std::stop_token& stop) {
  if (stop.stop_requested()) return absl::CancelledError("stopped");
  // Nobody here cancelled: gRPC answers so for a server that shuts down.
  const absl::Status cause =
      absl::IsCancelled(failure)
          ? absl::UnavailableError(absl::StrCat(
                "the server broke the call off: ", failure.message()))
          : failure;
  // DATA_LOSS is a tile that came broken: it may come whole the next time.
  if (!absl::IsUnavailable(cause) && !absl::IsDataLoss(cause)) return cause;
  if (--left_ <= 0) {
    return absl::Status(cause.code(), absl::StrCat(cause.message(), " (after ",
                                                   options_.tries, " tries)"));
  }
  if (!Wait(wait_, stop)) return absl::CancelledError("stopped");
  wait_ = std::min(2 * wait_, options_.longest_wait);
  return absl::OkStatus();
}

}  // namespace talus
