#ifndef TALUS_SERVER_ACCESS_LOG_H_
#define TALUS_SERVER_ACCESS_LOG_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/metrics.h"
#include "server/server_options.h"
#include "server/tile_source.h"

namespace talus {

// What the log tells of one call.
struct AccessRecord {
  Method method = Method::kGetCapabilities;
  std::string peer;
  absl::Status status;
  Duration took{};
  Duration queued{};
  std::string recipe_digest;  // empty where the request was not understood
  int level = 0;
  int64_t cells = 0;
  int64_t tiles = 0;
  int64_t bytes = 0;
  TileOrigin origin = TileOrigin::kComputed;  // of the last tile
};

// `text` between quotes, as JSON has it.
std::string JsonString(absl::string_view text);

// One line of JSON without its end.
std::string AccessLine(const AccessRecord& record,
                       std::chrono::system_clock::time_point now);
std::string EventLine(absl::string_view severity, absl::string_view message,
                      std::chrono::system_clock::time_point now);

// Writes a line a call, and a line an event of the server. Thread-safe.
class AccessLog {
 public:
  using Sink = std::function<void(const std::string& line)>;

  // Without a sink lines go to standard error, each in one write.
  explicit AccessLog(Sink sink = nullptr);
  void Write(const AccessRecord& record);
  void Event(absl::string_view severity, absl::string_view message);

 private:
  const Sink sink_;
};

}  // namespace talus

#endif  // TALUS_SERVER_ACCESS_LOG_H_
