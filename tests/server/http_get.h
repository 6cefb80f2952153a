#ifndef TALUS_TESTS_SERVER_HTTP_GET_H_
#define TALUS_TESTS_SERVER_HTTP_GET_H_

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace talus {

// A connection to `address`, an IPv4 host:port, or -1.
inline int ConnectTo(const std::string& address) {
  const size_t colon = address.rfind(':');
  sockaddr_in peer{};
  peer.sin_family = AF_INET;
  peer.sin_port =
      htons(static_cast<uint16_t>(std::atoi(address.c_str() + colon + 1)));
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &peer.sin_addr);
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(fd, reinterpret_cast<sockaddr*>(&peer), sizeof(peer)) == 0) {
    return fd;
  }
  close(fd);
  return -1;
}

// The whole answer of an HTTP server at `address`, an IPv4 host:port; empty
// where there is none.
inline std::string HttpGet(const std::string& address,
                           const std::string& path) {
  const int fd = ConnectTo(address);
  std::string answer;
  if (fd >= 0) {
    const std::string request =
        "GET " + path + " HTTP/1.0\r\nConnection: close\r\n\r\n";
    if (write(fd, request.data(), request.size()) > 0) {
      char buffer[4096];
      ssize_t n = 0;
      while ((n = read(fd, buffer, sizeof(buffer))) > 0) {
        answer.append(buffer, static_cast<size_t>(n));
      }
    }
  }
  close(fd);
  return answer;
}

}  // namespace talus

#endif  // TALUS_TESTS_SERVER_HTTP_GET_H_
