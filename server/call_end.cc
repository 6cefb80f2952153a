#include "server/call_end.h"

namespace talus {
namespace {

// The client's clock for a deadline starts before ours, by the way of the
// request; it breaks the call off by its own.
constexpr Duration kRequestTravel = std::chrono::milliseconds(50);

}  // namespace

TimePoint DeadlineOf(const grpc::CallbackServerContext& context) {
  const auto deadline = context.deadline();
  if (deadline == std::chrono::system_clock::time_point::max()) {
    return TimePoint::max();
  }
  const Duration left = deadline - std::chrono::system_clock::now();
  const TimePoint now = Clock::now();
  return left > TimePoint::max() - now ? TimePoint::max() : now + left;
}

absl::Status CheckDeadline(TimePoint deadline, TimePoint now) {
  if (now < deadline) return absl::OkStatus();
  return absl::DeadlineExceededError(
      "the deadline passed before the work was done; retry with a longer one");
}

absl::Status GoneStatus(TimePoint deadline, TimePoint now) {
  if (absl::Status late = CheckDeadline(deadline, now + kRequestTravel);
      !late.ok()) {
    return late;
  }
  return absl::CancelledError("the client cancelled the call");
}

}  // namespace talus
