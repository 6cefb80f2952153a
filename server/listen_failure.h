#ifndef TALUS_SERVER_LISTEN_FAILURE_H_
#define TALUS_SERVER_LISTEN_FAILURE_H_

#include <string>

namespace talus {

// Why nobody can listen at `address`, HOST:PORT or unix:PATH, in the system's
// words, which the libraries that listen keep to themselves. Tries it.
std::string WhyNotListen(const std::string& address);

}  // namespace talus

#endif  // TALUS_SERVER_LISTEN_FAILURE_H_
