#include "wire/address.h"

#include <sys/un.h>

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace talus {
namespace {

constexpr absl::string_view kUnix = "unix:";
constexpr size_t kLongestPath = sizeof(sockaddr_un::sun_path) - 1;
// A server first binds a socket by a longer name.
constexpr size_t kServersSpare = 9;
constexpr int kLargestPort = 65535;

absl::Status Bad(const std::string& address, absl::string_view why,
                 absl::string_view wanted = "HOST:PORT or unix:PATH") {
  return absl::InvalidArgumentError(absl::StrCat("'", absl::CHexEscape(address),
                                                 "' ", why, "; give ", wanted));
}

// gRPC reads an address as a URI, in which other characters mean something.
bool Plain(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         absl::StrContains("-._~!$&'()*+,;=:@/", absl::string_view(&c, 1));
}

absl::Status CheckSocketPath(const std::string& address,
                             const std::string& path, size_t longest) {
  if (path.empty()) return Bad(address, "names no socket");
  if (path.size() > longest) {
    return Bad(
        address,
        absl::StrCat("has a path of ", path.size(),
                     " characters, more than the ", longest, " of a socket"),
        "a shorter one");
  }
  if (!std::all_of(path.begin(), path.end(), Plain)) {
    return Bad(address, "has a character that no address may have",
               "a path of letters, digits and -._~!$&'()*+,;=:@/");
  }
  return absl::OkStatus();
}

absl::Status CheckTcp(const std::string& address, int least_port,
                      absl::string_view wanted) {
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos) return Bad(address, "has no port", wanted);
  const std::string host = address.substr(0, colon);
  const std::string port = address.substr(colon + 1);
  const bool bracketed = host.size() > 2 && host.front() == '[' &&
                         host.back() == ']' &&
                         host.find(']') + 1 == host.size();
  const auto of_a_name = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' ||
           c == '-' || c == '_';
  };
  if (!bracketed &&
      (host.empty() || !std::all_of(host.begin(), host.end(), of_a_name))) {
    return Bad(address, "has no host's name before its port",
               absl::StrCat(wanted, ", an IPv6 host in brackets"));
  }
  const bool digits =
      !port.empty() && port.size() <= 9 &&
      std::all_of(port.begin(), port.end(), [](char c) {
        return absl::ascii_isdigit(static_cast<unsigned char>(c));
      });
  int number = 0;
  if (!digits || !absl::SimpleAtoi(port, &number) || number < least_port ||
      number > kLargestPort) {
    return Bad(
        address,
        absl::StrCat("has port '", absl::CHexEscape(port), "', outside [",
                     least_port, ", ", kLargestPort, "]"),
        wanted);
  }
  return absl::OkStatus();
}

absl::Status Check(const std::string& address, int least_port,
                   size_t longest_path) {
  if (const auto path = SocketPathOf(address)) {
    return CheckSocketPath(address, *path, longest_path);
  }
  return CheckTcp(address, least_port, "HOST:PORT or unix:PATH");
}

}  // namespace

absl::Status CheckAddress(const std::string& address) {
  return Check(address, 1, kLongestPath);
}

absl::Status CheckListenAddress(const std::string& address) {
  return Check(address, 0, kLongestPath - kServersSpare);
}

absl::Status CheckTcpListenAddress(const std::string& address) {
  return CheckTcp(address, 0, "HOST:PORT");
}

std::optional<std::string> SocketPathOf(const std::string& address) {
  if (!absl::StartsWith(address, kUnix)) return std::nullopt;
  const std::string path = address.substr(kUnix.size());
  return absl::StartsWith(path, "///") ? path.substr(2) : path;
}

}  // namespace talus
