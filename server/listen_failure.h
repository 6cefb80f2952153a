#ifndef TALUS_SERVER_LISTEN_FAILURE_H_
#define TALUS_SERVER_LISTEN_FAILURE_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace talus {

// Why nobody can listen at `address`, HOST:PORT or unix:PATH, in the system's
// words, which the libraries that listen keep to themselves. Tries it; empty
// where it can be listened on now.
std::optional<std::string> WhyNotListen(const std::string& address);

// The error of an option whose address could not be listened on for `cause`;
// without one it has become free since. `wanted` is what to give instead.
absl::Status CannotListen(std::string_view option, const std::string& address,
                          const std::optional<std::string>& cause,
                          std::string_view wanted);

}  // namespace talus

#endif  // TALUS_SERVER_LISTEN_FAILURE_H_
