#include "server/worker_lane.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace talus {

WorkerLane::WorkerLane(const LaneOptions& options, DepthFn on_depth)
    : options_(options), on_depth_(std::move(on_depth)) {
  threads_.reserve(static_cast<size_t>(options_.threads));
  for (int i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this] { Work(); });
  }
}

WorkerLane::~WorkerLane() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

absl::Status WorkerLane::Submit(Job job, const std::stop_token& stop) {
  uint64_t ticket = 0;
  {
    std::lock_guard lock(mutex_);
    ticket = next_ticket_++;
  }
  // Made without the lock: where `stop` was requested already it runs at once.
  auto on_stop =
      std::make_unique<OnStop>(stop, [this, ticket] { Withdraw(ticket); });
  {
    std::lock_guard lock(mutex_);
    // A thread that is free takes the head of the line at once, so it counts as
    // room.
    const int room = options_.threads - working_ + options_.max_waiting;
    if (static_cast<int>(line_.size()) >= room) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the server is full: ", working_, " ", options_.name,
                       " requests work and ", line_.size(),
                       " wait, which is the limit; retry in some seconds"));
    }
    line_.push_back({ticket, Clock::now(), std::move(job), std::move(on_stop)});
    TellDepth();
  }
  changed_.notify_one();
  if (stop.stop_requested()) Withdraw(ticket);
  return absl::OkStatus();
}

void WorkerLane::Withdraw(uint64_t ticket) {
  Waiting dropped;  // dies after the lock: it may hold the last of a call
  std::lock_guard lock(mutex_);
  const auto it =
      std::find_if(line_.begin(), line_.end(),
                   [ticket](const Waiting& w) { return w.ticket == ticket; });
  if (it == line_.end()) return;
  dropped = std::move(*it);
  line_.erase(it);
  TellDepth();
}

void WorkerLane::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !line_.empty(); });
    if (line_.empty()) return;
    Waiting next = std::move(line_.front());
    line_.pop_front();
    ++working_;
    TellDepth();
    lock.unlock();
    next.on_stop.reset();
    next.job(Clock::now() - next.since);
    next.job = nullptr;
    lock.lock();
    --working_;
    TellDepth();
  }
}

void WorkerLane::TellDepth() {
  if (on_depth_) on_depth_(static_cast<int>(line_.size()), working_);
}

}  // namespace talus
