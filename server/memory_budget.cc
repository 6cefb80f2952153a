#include "server/memory_budget.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace talus {

MemoryBudget::MemoryBudget(int64_t bytes,
                           std::function<void(int64_t held)> on_change)
    : bytes_(bytes), on_change_(std::move(on_change)) {}

absl::StatusOr<MemoryBudget::Reservation> MemoryBudget::Acquire(
    int64_t bytes, std::stop_token stop) {
  if (bytes > bytes_) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the request needs ", bytes,
                     " bytes of memory at once; the server has ", bytes_,
                     " for all; ask for a smaller region"));
  }
  std::unique_lock lock(mutex_);
  const uint64_t turn = next_turn_++;
  turns_.push_back(turn);
  const bool free = changed_.wait(lock, stop, [&] {
    return turns_.front() == turn && held_ + bytes <= bytes_;
  });
  turns_.erase(std::find(turns_.begin(), turns_.end(), turn));
  changed_.notify_all();  // the next in turn may fit as well
  if (!free || stop.stop_requested()) {
    return absl::CancelledError("cancelled while waiting for memory");
  }
  held_ += bytes;
  if (on_change_) on_change_(held_);
  return Reservation(this, bytes);
}

void MemoryBudget::Release(int64_t bytes) {
  std::lock_guard lock(mutex_);
  held_ -= bytes;
  if (on_change_) on_change_(held_);
  changed_.notify_all();
}

}  // namespace talus
