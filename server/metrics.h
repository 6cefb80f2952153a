#ifndef TALUS_SERVER_METRICS_H_
#define TALUS_SERVER_METRICS_H_

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <array>
#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "server/server_options.h"
#include "server/tile_source.h"

namespace talus {

// The methods of the service, as labels.
enum class Method { kGetCapabilities, kPlanRegion, kStreamRegion, kGetTile };
inline constexpr int kMethodCount = 4;
absl::string_view MethodName(Method method);

// Why a request was turned away before it worked.
enum class Rejection { kInvalid, kOverLimit, kFull, kDraining };
inline constexpr int kRejectionCount = 4;

// Every number that /metrics shows. All series exist from the start, so that a
// zero is told from a gap; updates are atomic and take no lock of ours.
// Thread-safe.
class Metrics {
 public:
  // The lanes' names become labels.
  explicit Metrics(const std::vector<std::string>& lanes);

  void OnStarted(Method method);
  void OnHandled(Method method, absl::StatusCode code, Duration took);
  void OnMessageReceived(Method method);
  void OnMessageSent(Method method);
  void OnRejected(Rejection why);

  void OnQueued(const std::string& lane, Duration waited);
  void SetDepth(const std::string& lane, int waiting, int working);

  void OnTile(TileOrigin origin, Duration took);
  // A stream's layer of a tile left the engine.
  void OnStreamedTile();
  void OnFirstTile(Duration after);
  void AddReadyBytes(int64_t bytes);
  int64_t ready_bytes() const;

  // `stage` is a process of the recipe language.
  void AddCellPasses(const std::string& stage, double cell_passes);
  void AddCorePasses(double with_halo, double core);

  void SetMemory(int64_t held, int64_t budget);
  void SetLiveCalls(int calls);

  const std::shared_ptr<prometheus::Registry>& registry() const {
    return registry_;
  }

 private:
  struct MethodSeries {
    prometheus::Counter* started = nullptr;
    prometheus::Counter* received = nullptr;
    prometheus::Counter* sent = nullptr;
    prometheus::Histogram* seconds = nullptr;
    std::array<prometheus::Counter*, 17> handled{};  // by status code
  };
  struct LaneSeries {
    prometheus::Histogram* queued = nullptr;
    prometheus::Gauge* waiting = nullptr;
    prometheus::Gauge* working = nullptr;
  };

  void MakeMethods();
  void MakeLanes(const std::vector<std::string>& lanes);
  void MakeTiles();
  void MakeWork();
  void MakeBuildInfo();

  std::shared_ptr<prometheus::Registry> registry_;
  std::array<MethodSeries, kMethodCount> methods_;
  std::array<prometheus::Counter*, kRejectionCount> rejected_{};
  std::map<std::string, LaneSeries> lanes_;  // not changed after construction
  std::array<prometheus::Counter*, 3> tiles_{};  // by origin
  std::array<prometheus::Histogram*, 3> tile_seconds_{};
  prometheus::Counter* streamed_tiles_ = nullptr;
  prometheus::Histogram* first_tile_seconds_ = nullptr;
  prometheus::Gauge* last_tile_time_ = nullptr;
  prometheus::Gauge* ready_bytes_ = nullptr;
  std::map<std::string, prometheus::Counter*> cell_passes_;  // likewise
  prometheus::Counter* with_halo_ = nullptr;
  prometheus::Counter* core_ = nullptr;
  prometheus::Gauge* halo_ratio_ = nullptr;
  prometheus::Gauge* memory_held_ = nullptr;
  prometheus::Gauge* memory_budget_ = nullptr;
  prometheus::Gauge* live_calls_ = nullptr;
};

}  // namespace talus

#endif  // TALUS_SERVER_METRICS_H_
