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
    const bool ended = made_.wait(lock, stop, [&] {
      return index_.contains(key) || !in_work_.contains(key);
    });
    if (!ended) return absl::CancelledError("cancelled");
    if (const auto found = index_.find(key); found != index_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return found->second->state;
    }
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
  Entry entry{key, state, BytesOf(state)};
  const std::lock_guard lock(mutex_);
  if (entry.bytes > limit_ || index_.contains(key)) return;
  bytes_ += entry.bytes;
  entries_.push_front(std::move(entry));
  index_[key] = entries_.begin();
  while (bytes_ > limit_) {
    bytes_ -= entries_.back().bytes;
    index_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

int64_t DomainCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace talus
