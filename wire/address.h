#ifndef TALUS_WIRE_ADDRESS_H_
#define TALUS_WIRE_ADDRESS_H_

#include <optional>
#include <string>

#include "absl/status/status.h"

// Where a server listens: HOST:PORT, [IPv6]:PORT or unix:PATH. Names and ports
// that gRPC would bend (99999 to 34463), or look up for seconds, are refused.
namespace talus {

// OK for an address that a client can ask.
absl::Status CheckAddress(const std::string& address);
// OK for one that a server can listen on; port 0 is any that is free.
absl::Status CheckListenAddress(const std::string& address);
// Likewise, of a server that speaks TCP alone.
absl::Status CheckTcpListenAddress(const std::string& address);

// The file of "unix:PATH" or "unix:///PATH"; none of other addresses.
std::optional<std::string> SocketPathOf(const std::string& address);

}  // namespace talus

#endif  // TALUS_WIRE_ADDRESS_H_
