#include "server/coalescing_tile_source.h"

#include <condition_variable>

#include "server/status_conversion.h"

namespace talus {

// Guarded by the source's mutex, but for `stop`.
struct CoalescingTileSource::Flight {
  int callers = 1;
  bool done = false;
  absl::StatusOr<TileResult> result = absl::CancelledError("not made");
  std::condition_variable_any landed;
  std::stop_source stop;
};

absl::StatusOr<TileResult> CoalescingTileSource::Get(const TileRequest& request,
                                                     std::stop_token stop) {
  std::shared_ptr<Flight> flight;
  bool leads = false;
  {
    std::lock_guard lock(mutex_);
    std::shared_ptr<Flight>& slot = flights_[request.key];
    leads = slot == nullptr;
    if (leads) {
      slot = std::make_shared<Flight>();
    } else {
      ++slot->callers;
    }
    flight = slot;
  }
  const std::stop_callback leave(stop, [&] { Leave(request.key, flight); });
  if (leads) return Lead(request, flight);

  std::unique_lock lock(mutex_);
  flight->landed.wait(lock, stop, [&] { return flight->done; });
  if (!flight->done) return absl::CancelledError("the caller has gone");
  absl::StatusOr<TileResult> result = flight->result;
  if (result.ok()) result->origin = TileOrigin::kJoined;
  return result;
}

int CoalescingTileSource::callers() const {
  std::lock_guard lock(mutex_);
  int callers = 0;
  for (const auto& [key, flight] : flights_) callers += flight->callers;
  return callers;
}

absl::StatusOr<TileResult> CoalescingTileSource::Lead(
    const TileRequest& request, const std::shared_ptr<Flight>& flight) {
  // The others may have longer deadlines than the one who came first.
  TileRequest work = request;
  work.deadline = TimePoint::max();
  absl::StatusOr<TileResult> result = absl::CancelledError();
  // Whatever happens, those who wait must be told.
  const absl::Status done = CatchOutOfMemory([&] {
    result = inner_->Get(work, flight->stop.get_token());
    return result.status();
  });
  if (!done.ok()) result = done;
  std::lock_guard lock(mutex_);
  flight->result = result;
  flight->done = true;
  Forget(request.key, flight);
  flight->landed.notify_all();
  return result;
}

void CoalescingTileSource::Leave(const TileKey& key,
                                 const std::shared_ptr<Flight>& flight) {
  {
    std::lock_guard lock(mutex_);
    if (--flight->callers > 0) return;
    Forget(key, flight);  // who comes now begins anew
  }
  flight->stop.request_stop();
}

void CoalescingTileSource::Forget(const TileKey& key,
                                  const std::shared_ptr<Flight>& flight) {
  const auto it = flights_.find(key);
  if (it != flights_.end() && it->second == flight) flights_.erase(it);
}

}  // namespace talus
