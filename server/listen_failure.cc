#include "server/listen_failure.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "server/socket_name.h"
#include "sim/base/absl_view.h"
#include "wire/address.h"

namespace talus {
namespace {

std::optional<std::string> TryToListen(const sockaddr* address,
                                       socklen_t size) {
  const int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  const bool heard = bind(fd, address, size) == 0 && listen(fd, 1) == 0;
  std::optional<std::string> cause;
  if (!heard) cause = std::strerror(errno);
  close(fd);
  return cause;
}

std::optional<std::string> TryToListen(const std::string& path) {
  const sockaddr_un address = SocketAddress(path);
  std::optional<std::string> cause =
      TryToListen(reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  if (!cause) unlink(path.c_str());
  return cause;
}

}  // namespace

std::optional<std::string> WhyNotListen(const std::string& address) {
  if (const auto path = SocketPathOf(address)) return TryToListen(*path);
  const size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host.front() == '[') host = host.substr(1, host.size() - 2);
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), address.substr(colon + 1).c_str(),
                                &wanted, &found);
  if (error != 0) return gai_strerror(error);
  std::optional<std::string> cause;
  for (const addrinfo* at = found; at != nullptr && !cause; at = at->ai_next) {
    cause = TryToListen(at->ai_addr, at->ai_addrlen);
  }
  freeaddrinfo(found);
  return cause;
}

absl::Status CannotListen(std::string_view option, const std::string& address,
                          const std::optional<std::string>& cause,
                          std::string_view wanted) {
  return absl::InvalidArgumentError(absl::StrCat(
      ToAbsl(option), " = ", address, " cannot be listened on: ",
      cause.value_or("it is free now"), "; give ", ToAbsl(wanted)));
}

}  // namespace talus
