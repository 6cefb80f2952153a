#ifndef TALUS_SERVER_LIVE_CALLS_H_
#define TALUS_SERVER_LIVE_CALLS_H_

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "absl/status/status.h"
#include "server/metrics.h"
#include "server/server_options.h"

namespace talus {

// A call that has begun and not ended.
class LiveCall {
 public:
  virtual ~LiveCall() = default;
  // Called about twenty times a second; does not block.
  virtual void Tick(TimePoint now) = 0;
  // Ends the call with `status`, soon.
  virtual void Cancel(const absl::Status& status) = 0;
};

// Knows every call, so that none is forgotten: gives them the time, and ends
// them when the server stops. Thread-safe.
class LiveCalls {
 public:
  explicit LiveCalls(Metrics* metrics);
  // REQUIRES: all calls have ended.
  ~LiveCalls();
  LiveCalls(const LiveCalls&) = delete;
  LiveCalls& operator=(const LiveCalls&) = delete;

  // UNAVAILABLE once the server drains. The call is known in any case, until it
  // is removed.
  absl::Status Add(const std::shared_ptr<LiveCall>& call);
  void Remove(LiveCall* call);

  // From here on new calls are refused.
  void BeginDrain();
  // Ends all calls that are left.
  void CancelAll();
  // Waits until no call is left; false where some are at `deadline`.
  bool WaitUntilEmpty(TimePoint deadline);
  int size() const;

 private:
  void Run(std::stop_token stop);
  std::vector<std::shared_ptr<LiveCall>> All() const;

  Metrics* const metrics_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<LiveCall*, std::shared_ptr<LiveCall>> calls_;
  bool draining_ = false;
  std::jthread ticker_;  // last: it uses all of the above
};

}  // namespace talus

#endif  // TALUS_SERVER_LIVE_CALLS_H_
