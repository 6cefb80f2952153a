#include "server/call_trace.h"

#include <utility>

#include "server/status_conversion.h"

namespace talus {

CallTrace::CallTrace(Method method, std::string peer, Metrics* metrics,
                     AccessLog* log)
    : metrics_(metrics), log_(log) {
  record_.method = method;
  record_.peer = std::move(peer);
  metrics_->OnStarted(method);
  metrics_->OnMessageReceived(method);
}

void CallTrace::OnQuestion(const std::string& recipe_digest, int level,
                           int64_t cells) {
  std::lock_guard lock(mutex_);
  record_.recipe_digest = recipe_digest;
  record_.level = level;
  record_.cells = cells;
}

void CallTrace::OnQueued(const std::string& lane, Duration waited) {
  metrics_->OnQueued(lane, waited);
  std::lock_guard lock(mutex_);
  record_.queued += waited;
}

void CallTrace::OnRejected(Rejection why) { metrics_->OnRejected(why); }

void CallTrace::OnTile(TileOrigin origin) {
  std::lock_guard lock(mutex_);
  ++record_.tiles;
  record_.origin = origin;
}

void CallTrace::OnSent(int64_t bytes) {
  std::lock_guard lock(mutex_);
  metrics_->OnMessageSent(record_.method);
  record_.bytes += bytes;
}

void CallTrace::OnEnd(const absl::Status& status) {
  std::lock_guard lock(mutex_);
  if (std::exchange(ended_, true)) return;
  record_.took = Clock::now() - begin_;
  record_.status = status;
  metrics_->OnHandled(record_.method, status.code(), record_.took);
  log_->Write(record_);
}

}  // namespace talus
