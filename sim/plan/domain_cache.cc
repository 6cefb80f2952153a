#include "sim/plan/domain_cache.h"

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"

namespace talus {
namespace {

int64_t BytesOf(const State& state) {
  size_t bytes = 0;
  state.layers().ForEach([&](Layer l) { bytes += state.Get(l)->bytes(); });
  return static_cast<int64_t>(bytes);
}

}  // namespace

absl::StatusOr<State> DomainCache::Get(const Key& key,
                                       const std::stop_token& stop,
                                       Maker make) {
  {
    std::unique_lock lock(mutex_);
    const State* held = nullptr;
    const bool ended = made_.wait(lock, stop, [&] {
      held = held_.Find(key);
      return held != nullptr || !in_work_.contains(key);
    });
    if (!ended) return absl::CancelledError("cancelled");
    if (held != nullptr) return *held;
    in_work_.insert(key);
  }
  // One who fails lets the next of the waiting try.
  const absl::Cleanup done = [&] {
    const std::lock_guard lock(mutex_);
    in_work_.erase(key);
    made_.notify_all();
  };
  absl::StatusOr<State> state = make();
  if (state.ok()) Put(key, *state);
  return state;
}

void DomainCache::Put(const Key& key, const State& state) {
  const std::lock_guard lock(mutex_);
  held_.Keep(key, state, BytesOf(state));
}

int64_t DomainCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return held_.bytes();
}

}  // namespace talus
