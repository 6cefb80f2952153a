#ifndef TALUS_SERVER_SERVER_OPTIONS_H_
#define TALUS_SERVER_SERVER_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/plan/engine.h"

namespace talus {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

// Largest message, both ways, and the values in it that leave room for their
// header.
inline constexpr int64_t kMessageBytes = int64_t{1} << 20;
inline constexpr int64_t kPayloadBytes = kMessageBytes - 4096;

// What one request may ask for. Nothing here changes a bit of an answer.
struct RequestLimits {
  int64_t region_cells = int64_t{1} << 32;
  int64_t cell_passes = int64_t{10'000'000'000'000};
  int64_t memory_bytes = int64_t{4} << 30;
};

// How much of a stream may lie ready, and how long it may stand still.
struct StreamOptions {
  int ready_tiles = 4;
  int64_t ready_bytes = int64_t{8} << 20;
  Duration progress_period = std::chrono::milliseconds(200);
  Duration heartbeat = std::chrono::seconds(10);
  Duration write_stall = std::chrono::seconds(60);
  // Work whose reader takes nothing for so long makes room for other work.
  Duration patience = std::chrono::milliseconds(100);
};

// Threads that work for one kind of request, and how many requests may wait for
// them.
struct LaneOptions {
  std::string name;
  int threads = 1;
  int max_waiting = 0;
  int max_resting = 0;  // threads that WorkerLane::Rest sets aside
};

// Everything that talusd can be told.
struct ServerOptions {
  std::vector<std::string> listen = {"127.0.0.1:7420"};  // host:port, unix:path
  std::string metrics_listen = "127.0.0.1:7421";         // empty: none
  EngineOptions engine;
  RequestLimits limits;
  StreamOptions stream;
  LaneOptions plan_lane{"plan", 2, 256};
  LaneOptions tile_lane{"tile", 8, 128};
  LaneOptions region_lane{"region", 8, 64, 256};
  int64_t memory_budget_bytes = 0;  // of all requests; 0: by the machine
  int64_t tile_cache_bytes = int64_t{256} << 20;
  int max_streams_per_connection = 256;
  Duration max_connection_age = std::chrono::minutes(30);
  Duration connection_age_grace = std::chrono::minutes(10);
  Duration drain = std::chrono::seconds(25);
};

}  // namespace talus

#endif  // TALUS_SERVER_SERVER_OPTIONS_H_
