#include "server/listen_failure.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "server/socket_name.h"
#include "wire/address.h"

namespace talus {
namespace {

constexpr char kNoCause[] = "it is free now";

std::string TryToListen(const sockaddr* address, socklen_t size) {
  const int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  const bool heard = bind(fd, address, size) == 0 && listen(fd, 1) == 0;
  std::string cause = heard ? kNoCause : std::strerror(errno);
  close(fd);
  return cause;
}

std::string TryToListen(const std::string& path) {
  const sockaddr_un address = SocketAddress(path);
  std::string cause =
      TryToListen(reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  if (cause == kNoCause) unlink(path.c_str());
  return cause;
}

}  // namespace

std::string WhyNotListen(const std::string& address) {
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
  std::string cause;
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    cause = TryToListen(at->ai_addr, at->ai_addrlen);
    if (cause != kNoCause) break;
  }
  freeaddrinfo(found);
  return cause;
}

}  // namespace talus
