#ifndef TALUS_SERVER_HEALTH_PROBE_H_
#define TALUS_SERVER_HEALTH_PROBE_H_

#include <string>

#include "absl/status/status.h"

namespace talus {

// Asks the health service at `address` about `service` ("": the whole server).
// OK where it serves; UNAVAILABLE where it says otherwise or does not answer
// within two seconds.
absl::Status ProbeHealth(const std::string& address,
                         const std::string& service);

}  // namespace talus

#endif  // TALUS_SERVER_HEALTH_PROBE_H_
