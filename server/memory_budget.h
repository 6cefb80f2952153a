#ifndef TALUS_SERVER_MEMORY_BUDGET_H_
#define TALUS_SERVER_MEMORY_BUDGET_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>

#include "absl/status/statusor.h"

namespace talus {

// Bytes that requests may hold between them. Who asks waits for its turn, first
// come, first served, so that a large request is not starved by small ones.
// Thread-safe; outlives its reservations.
class MemoryBudget {
 public:
  // Bytes held until it dies.
  class Reservation {
   public:
    Reservation(MemoryBudget* budget, int64_t bytes)
        : budget_(budget), bytes_(bytes) {}
    Reservation(Reservation&& other) noexcept
        : budget_(other.budget_), bytes_(other.bytes_) {
      other.budget_ = nullptr;
    }
    Reservation& operator=(Reservation&&) = delete;
    ~Reservation() {
      if (budget_ != nullptr) budget_->Release(bytes_);
    }

   private:
    MemoryBudget* budget_;
    int64_t bytes_;
  };

  // `on_change` is told the bytes held, whenever that changes.
  explicit MemoryBudget(int64_t bytes,
                        std::function<void(int64_t held)> on_change = nullptr);

  // Blocks until the bytes are free. RESOURCE_EXHAUSTED where they never can
  // be; CANCELLED where `stop` was requested first.
  absl::StatusOr<Reservation> Acquire(int64_t bytes, std::stop_token stop);

  int64_t bytes() const { return bytes_; }

 private:
  void Release(int64_t bytes);

  const int64_t bytes_;
  const std::function<void(int64_t)> on_change_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int64_t held_ = 0;
  uint64_t next_turn_ = 0;
  std::deque<uint64_t> turns_;
};

}  // namespace talus

#endif  // TALUS_SERVER_MEMORY_BUDGET_H_
