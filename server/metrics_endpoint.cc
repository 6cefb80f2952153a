#include "server/metrics_endpoint.h"

#include <exception>

#include "absl/strings/str_cat.h"

namespace talus {

absl::StatusOr<std::unique_ptr<MetricsEndpoint>> MetricsEndpoint::Open(
    const std::string& address, const Metrics& metrics) {
  std::unique_ptr<MetricsEndpoint> endpoint(new MetricsEndpoint());
  try {
    endpoint->exposer_ = std::make_unique<prometheus::Exposer>(address, 2);
  } catch (const std::exception& error) {  // the library throws
    return absl::InvalidArgumentError(
        absl::StrCat("metrics-listen = ", address, " cannot be listened on (",
                     error.what(), "); give a free host:port, or none"));
  }
  endpoint->exposer_->RegisterCollectable(metrics.registry());
  endpoint->exposer_->RegisterCollectable(endpoint->memory_);
  endpoint->address_ =
      absl::StrCat(address.substr(0, address.rfind(':')), ":",
                   endpoint->exposer_->GetListeningPorts().front());
  return endpoint;
}

}  // namespace talus
