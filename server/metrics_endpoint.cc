#include "server/metrics_endpoint.h"

#include <exception>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/listen_failure.h"

namespace talus {
namespace {

// A connection holds a thread as long as it is open, so each gets little time,
// and a few that say nothing leave threads for the others.
std::vector<std::string> HttpOptions(const std::string& address) {
  return {"listening_ports",    address, "num_threads",       "16",
          "request_timeout_ms", "2000",  "enable_keep_alive", "no"};
}

}  // namespace

absl::StatusOr<std::unique_ptr<MetricsEndpoint>> MetricsEndpoint::Open(
    const std::string& address, const Metrics& metrics) {
  std::unique_ptr<MetricsEndpoint> endpoint(new MetricsEndpoint());
  try {
    endpoint->exposer_ =
        std::make_unique<prometheus::Exposer>(HttpOptions(address));
  } catch (const std::exception&) {  // the library throws, and does not say why
    return CannotListen("metrics-listen", address, WhyNotListen(address),
                        "a free HOST:PORT, or none");
  }
  endpoint->exposer_->RegisterCollectable(metrics.registry());
  endpoint->exposer_->RegisterCollectable(endpoint->memory_);
  endpoint->address_ =
      absl::StrCat(address.substr(0, address.rfind(':')), ":",
                   endpoint->exposer_->GetListeningPorts().front());
  return endpoint;
}

}  // namespace talus
