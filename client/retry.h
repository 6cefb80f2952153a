#ifndef TALUS_CLIENT_RETRY_H_
#define TALUS_CLIENT_RETRY_H_

#include <chrono>
#include <stop_token>

#include "absl/status/status.h"

namespace grpc {
class Status;
}

namespace talus {

// How calls are tried again when the server is away, drains or breaks a stream.
struct RetryOptions {
  int tries = 8;                              // in a row that bring nothing new
  std::chrono::milliseconds first_wait{100};  // doubles from try to try
  std::chrono::milliseconds longest_wait{5000};
};

// Counts the tries of one call and waits between them.
class Retry {
 public:
  explicit Retry(const RetryOptions& options)
      : options_(options), left_(options.tries), wait_(options.first_wait) {}

  // Something new came: the count begins again.
  void Reset();
  // OK after a wait, when the call is to be tried again; else why not:
  // `failure` itself where it is final or the tries are used up, CANCELLED
  // after `stop`. A call that was cancelled without `stop` was ended by a
  // server that goes away: that is UNAVAILABLE.
  absl::Status Next(const absl::Status& failure, const std::stop_token& stop);

 private:
  const RetryOptions options_;
  int left_;
  std::chrono::milliseconds wait_;
};

absl::Status FromGrpc(const grpc::Status& status);

}  // namespace talus

#endif  // TALUS_CLIENT_RETRY_H_
