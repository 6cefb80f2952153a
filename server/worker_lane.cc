#include "server/worker_lane.h"

#include <algorithm>
#include <system_error>
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
  // Jobs that are still at work may rest, and add threads.
  for (size_t i = 0;; ++i) {
    std::thread next;
    {
      std::lock_guard lock(mutex_);
      if (i == threads_.size()) break;
      next = std::move(threads_[i]);
    }
    next.join();
  }
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
    const int room =
        std::max(options_.threads - working_, 0) + options_.max_waiting;
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

bool WorkerLane::BeginRest() {
  {
    std::lock_guard lock(mutex_);
    if (resting_ >= options_.max_resting) return false;
    if (static_cast<int>(threads_.size()) == options_.threads + resting_) {
      try {
        threads_.emplace_back([this] { Work(); });
      } catch (const std::system_error&) {  // the system's limit of threads
        return false;
      }
    }
    ++resting_;
    --working_;
    TellDepth();
  }
  changed_.notify_one();
  return true;
}

void WorkerLane::EndRest() {
  std::lock_guard lock(mutex_);
  --resting_;
  ++working_;
  TellDepth();
}

bool WorkerLane::MayTake() const {
  return stopping_ || (!line_.empty() && working_ < options_.threads);
}

void WorkerLane::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return MayTake(); });
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
