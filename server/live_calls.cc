#include "server/live_calls.h"

#include <utility>
#include <vector>

namespace talus {
namespace {

// Deadlines are kept to within 100 ms.
constexpr Duration kTick = std::chrono::milliseconds(50);

absl::Status Stopping() {
  return absl::UnavailableError(
      "the server is stopping; ask another one, or again when it is back");
}

}  // namespace

LiveCalls::LiveCalls(Metrics* metrics)
    : metrics_(metrics),
      ticker_([this](std::stop_token stop) { Run(std::move(stop)); }) {}

LiveCalls::~LiveCalls() = default;

absl::Status LiveCalls::Add(const std::shared_ptr<LiveCall>& call) {
  std::lock_guard lock(mutex_);
  calls_[call.get()] = call;
  metrics_->SetLiveCalls(static_cast<int>(calls_.size()));
  return draining_ ? Stopping() : absl::OkStatus();
}

void LiveCalls::Remove(LiveCall* call) {
  std::shared_ptr<LiveCall> removed;  // dies after the lock
  std::lock_guard lock(mutex_);
  const auto it = calls_.find(call);
  if (it == calls_.end()) return;
  removed = std::move(it->second);
  calls_.erase(it);
  metrics_->SetLiveCalls(static_cast<int>(calls_.size()));
  changed_.notify_all();
}

void LiveCalls::BeginDrain() {
  std::lock_guard lock(mutex_);
  draining_ = true;
}

void LiveCalls::CancelAll() {
  BeginDrain();
  for (const std::shared_ptr<LiveCall>& call : All()) call->Cancel(Stopping());
}

bool LiveCalls::WaitUntilEmpty(TimePoint deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, deadline, [this] { return calls_.empty(); });
}

int LiveCalls::size() const {
  std::lock_guard lock(mutex_);
  return static_cast<int>(calls_.size());
}

void LiveCalls::Run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop, kTick,
                        [&stop] { return stop.stop_requested(); });
    }
    const TimePoint now = Clock::now();
    for (const std::shared_ptr<LiveCall>& call : All()) call->Tick(now);
  }
}

std::vector<std::shared_ptr<LiveCall>> LiveCalls::All() const {
  std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<LiveCall>> all;
  all.reserve(calls_.size());
  for (const auto& [key, call] : calls_) all.push_back(call);
  return all;
}

}  // namespace talus
