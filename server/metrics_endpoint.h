#ifndef TALUS_SERVER_METRICS_ENDPOINT_H_
#define TALUS_SERVER_METRICS_ENDPOINT_H_

#include <prometheus/exposer.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "server/metrics.h"
#include "server/process_memory.h"

namespace talus {

// Serves /metrics over HTTP. Dies before the metrics.
class MetricsEndpoint {
 public:
  // Listens on `address`, host:port; port 0 is any. INVALID_ARGUMENT where it
  // cannot.
  static absl::StatusOr<std::unique_ptr<MetricsEndpoint>> Open(
      const std::string& address, const Metrics& metrics);

  // host:port that is listened on.
  const std::string& address() const { return address_; }

 private:
  MetricsEndpoint() = default;

  std::shared_ptr<ProcessMemory> memory_ = std::make_shared<ProcessMemory>();
  std::unique_ptr<prometheus::Exposer> exposer_;
  std::string address_;
};

}  // namespace talus

#endif  // TALUS_SERVER_METRICS_ENDPOINT_H_
