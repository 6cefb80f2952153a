#ifndef TALUS_SERVER_WORKER_LANE_H_
#define TALUS_SERVER_WORKER_LANE_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "server/server_options.h"

namespace talus {

// Threads for work that blocks, with a bounded line before them: first come,
// first served, and refused at once where the line is full. Thread-safe.
class WorkerLane {
 public:
  // While it lives, its thread, one of the lane's, is not counted as working,
  // so that another one takes its place: it waits for something that takes no
  // processor, such as a slow reader. It goes on without a wait for its place,
  // so that for a while more threads may work than the options say. Without
  // effect where as many rest as may.
  class Rest {
   public:
    explicit Rest(WorkerLane* lane)
        : lane_(lane->BeginRest() ? lane : nullptr) {}
    ~Rest() {
      if (lane_ != nullptr) lane_->EndRest();
    }
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

   private:
    WorkerLane* const lane_;
  };

  using Job = std::function<void(Duration waited)>;
  // Told how many wait and how many work, without those that rest, whenever
  // that changes.
  using DepthFn = std::function<void(int waiting, int working)>;

  explicit WorkerLane(const LaneOptions& options, DepthFn on_depth = nullptr);
  // Runs what is in line, then stops.
  ~WorkerLane();
  WorkerLane(const WorkerLane&) = delete;
  WorkerLane& operator=(const WorkerLane&) = delete;

  // Puts a job in line, which it leaves again where `stop` is requested before
  // it begins. RESOURCE_EXHAUSTED where as many wait as may.
  absl::Status Submit(Job job, const std::stop_token& stop);

  const LaneOptions& options() const { return options_; }

 private:
  using OnStop = std::stop_callback<std::function<void()>>;
  struct Waiting {
    uint64_t ticket;
    TimePoint since;
    Job job;
    std::unique_ptr<OnStop> on_stop;
  };

  void Withdraw(uint64_t ticket);
  bool BeginRest();
  void EndRest();

  void Work();
  bool MayTake() const;  // REQUIRES: mutex_ held
  void TellDepth();      // REQUIRES: mutex_ held

  const LaneOptions options_;
  const DepthFn on_depth_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> line_;
  uint64_t next_ticket_ = 1;
  int working_ = 0;
  int resting_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;  // as many as ever rested, and more
};

}  // namespace talus

#endif  // TALUS_SERVER_WORKER_LANE_H_
