#ifndef TALUS_SERVER_CALL_TRACE_H_
#define TALUS_SERVER_CALL_TRACE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "server/access_log.h"
#include "server/metrics.h"
#include "server/server_options.h"
#include "server/tile_source.h"

namespace talus {

// What is told of one call: to the metrics as it happens, to the access log at
// its end. Thread-safe.
class CallTrace {
 public:
  CallTrace(Method method, std::string peer, Metrics* metrics, AccessLog* log);

  void OnQuestion(const std::string& recipe_digest, int level, int64_t cells);
  void OnQueued(const std::string& lane, Duration waited);
  void OnRejected(Rejection why);
  void OnTile(TileOrigin origin);
  void OnSent(int64_t bytes);
  // The first one counts.
  void OnEnd(const absl::Status& status);

  TimePoint begin() const { return begin_; }
  Metrics* metrics() const { return metrics_; }

 private:
  const TimePoint begin_ = Clock::now();
  Metrics* const metrics_;
  AccessLog* const log_;
  std::mutex mutex_;
  AccessRecord record_;
  bool ended_ = false;
};
using CallTracePtr = std::shared_ptr<CallTrace>;

}  // namespace talus

#endif  // TALUS_SERVER_CALL_TRACE_H_
