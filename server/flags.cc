#include "server/flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>

#include "absl/strings/str_cat.h"
#include "server/machine.h"
#include "server/version.h"

namespace talus {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

Duration Seconds(double s) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(s));
}

double InSeconds(Duration d) {
  return std::chrono::duration<double>(d).count();
}

// The command line and the values it fills, in the units of the flags.
class CommandLine {
 public:
  CommandLine() {
    app_.set_version_flag("--version", std::string(kServerVersion));
    app_.set_config("--config", "", "Reads flags from a file.")
        ->configurable(false);
    app_.allow_config_extras(CLI::config_extras_mode::error);
    app_.add_flag("--print-config", print_config_,
                  "Prints all flags with their values as a file for --config.")
        ->configurable(false);
    app_.add_option("--health", probe_address_,
                    "Asks the server at an address whether it serves; exit "
                    "code 0 where it does.")
        ->configurable(false);
    AddListeners();
    AddEngine();
    AddLimits();
    AddStreams();
  }

  CLI::App& app() { return app_; }
  bool print_config() const { return print_config_; }
  const std::string& probe_address() const { return probe_address_; }

  // Without what the machine decides.
  ServerOptions Options() const {
    ServerOptions o = options_;
    if (o.metrics_listen == "none") o.metrics_listen.clear();
    o.limits.memory_bytes = o.engine.memory_bytes = memory_mib_ * kMiB;
    o.memory_budget_bytes = memory_budget_mib_ * kMiB;
    o.engine.coarse_cache_bytes = coarse_cache_mib_ * kMiB;
    o.tile_cache_bytes = tile_cache_mib_ * kMiB;
    o.stream.ready_bytes = ready_mib_ * kMiB;
    o.stream.heartbeat = Seconds(heartbeat_s_);
    o.stream.write_stall = Seconds(write_stall_s_);
    o.max_connection_age = Seconds(max_connection_age_s_);
    o.connection_age_grace = Seconds(connection_age_grace_s_);
    o.drain = Seconds(drain_s_);
    return o;
  }

 private:
  template <typename T>
  void Number(const char* flag, T* value, T min, T max, const char* text) {
    app_.add_option(flag, *value, text)
        ->check(CLI::Range(min, max))
        ->capture_default_str();
  }

  void AddListeners() {
    app_.add_option("--listen", options_.listen,
                    "Addresses to serve on: host:port, or unix:PATH for a "
                    "socket. Without TLS; give other hosts' addresses only "
                    "inside a network you trust.")
        ->capture_default_str();
    app_.add_option("--metrics-listen", options_.metrics_listen,
                    "host:port of /metrics over HTTP, or none.")
        ->capture_default_str();
    Number("--max-streams-per-connection", &options_.max_streams_per_connection,
           1, 100'000, "Calls that one connection may have open.");
    Number("--max-connection-age-s", &max_connection_age_s_, 1.0, 1e6,
           "Seconds after which clients are asked to connect anew, so that "
           "they spread over servers.");
    Number("--connection-age-grace-s", &connection_age_grace_s_, 1.0, 1e6,
           "Seconds that calls on such a connection may still take.");
    Number("--drain-s", &drain_s_, 0.0, 1e5,
           "Seconds that calls may still take after SIGTERM or SIGINT.");
  }

  void AddEngine() {
    Number("--threads", &options_.engine.tiling.threads, 0, 1024,
           "Threads that erode; 0: as many as processors, or as the control "
           "group's quota allows.");
    Number("--memory-budget-mib", &memory_budget_mib_, int64_t{0},
           int64_t{1} << 30,
           "Memory of all requests at work; 0: three quarters of the "
           "machine's or the control group's. Others wait for it.");
    Number("--coarse-cache-mib", &coarse_cache_mib_, int64_t{0},
           int64_t{1} << 30, "Memory that keeps coarse levels.");
    Number("--tile-cache-mib", &tile_cache_mib_, int64_t{0}, int64_t{1} << 30,
           "Memory that keeps finished tiles of GetTile.");
  }

  void AddLimits() {
    Number("--memory-mib", &memory_mib_, int64_t{16}, int64_t{1} << 30,
           "Memory that one request may take; larger regions are made in "
           "windows.");
    Number("--max-region-cells", &options_.limits.region_cells, int64_t{1},
           int64_t{1} << 50, "Cells of one region.");
    Number("--max-cell-passes", &options_.limits.cell_passes, int64_t{1},
           int64_t{1} << 60, "Cell updates of one request.");
    Number("--region-workers", &options_.region_lane.threads, 1, 1024,
           "Regions that are made at once.");
    Number("--regions-waiting", &options_.region_lane.max_waiting, 0, 100'000,
           "Regions that may wait; further ones are refused.");
    Number("--tile-workers", &options_.tile_lane.threads, 1, 1024,
           "Tiles of GetTile that are made at once.");
    Number("--tiles-waiting", &options_.tile_lane.max_waiting, 0, 100'000,
           "Tiles that may wait; further ones are refused.");
    Number("--plan-workers", &options_.plan_lane.threads, 1, 1024,
           "Requests that are checked and planned at once.");
    Number("--plans-waiting", &options_.plan_lane.max_waiting, 0, 100'000,
           "Requests that may wait to be planned; further ones are refused.");
  }

  void AddStreams() {
    Number("--ready-tiles", &options_.stream.ready_tiles, 1, 1024,
           "Layers of tiles that may lie ready for the reader of a stream; "
           "then the work on it waits.");
    Number("--ready-mib", &ready_mib_, int64_t{1}, int64_t{1} << 20,
           "Memory of these.");
    Number("--heartbeat-s", &heartbeat_s_, 0.1, 3600.0,
           "Seconds after which a stream tells its progress though there is "
           "no news.");
    Number("--write-stall-s", &write_stall_s_, 0.1, 1e5,
           "Seconds after which a stream is ended whose reader takes "
           "nothing.");
  }

  CLI::App app_{"talusd makes landscapes from recipes and serves them by gRPC.",
                "talusd"};
  ServerOptions options_;
  bool print_config_ = false;
  std::string probe_address_;
  int64_t memory_mib_ = options_.limits.memory_bytes / kMiB;
  int64_t memory_budget_mib_ = 0;
  int64_t coarse_cache_mib_ = options_.engine.coarse_cache_bytes / kMiB;
  int64_t tile_cache_mib_ = options_.tile_cache_bytes / kMiB;
  int64_t ready_mib_ = options_.stream.ready_bytes / kMiB;
  double heartbeat_s_ = InSeconds(options_.stream.heartbeat);
  double write_stall_s_ = InSeconds(options_.stream.write_stall);
  double max_connection_age_s_ = InSeconds(options_.max_connection_age);
  double connection_age_grace_s_ = InSeconds(options_.connection_age_grace);
  double drain_s_ = InSeconds(options_.drain);
};

// Fills in what the machine decides, and holds one request below the whole.
void FitToMachine(ServerOptions* options) {
  if (options->engine.tiling.threads == 0) {
    options->engine.tiling.threads = AvailableThreads();
  }
  if (options->memory_budget_bytes == 0) {
    options->memory_budget_bytes = AvailableMemoryBytes() / 4 * 3;
  }
  options->limits.memory_bytes =
      std::min(options->limits.memory_bytes, options->memory_budget_bytes);
  options->engine.memory_bytes = options->limits.memory_bytes;
}

}  // namespace

absl::StatusOr<Flags> ParseFlags(const std::vector<std::string>& arguments) {
  CommandLine line;
  std::vector<const char*> argv;
  argv.reserve(arguments.size());
  for (const std::string& argument : arguments)
    argv.push_back(argument.c_str());
  Flags flags;
  try {
    line.app().parse(static_cast<int>(argv.size()), argv.data());
  } catch (const CLI::CallForHelp&) {  // the library's way to tell
    flags.verb = Flags::Verb::kPrintText;
    flags.text = line.app().help();
    return flags;
  } catch (const CLI::CallForVersion&) {
    flags.verb = Flags::Verb::kPrintText;
    flags.text = absl::StrCat(std::string(kServerVersion), "\n");
    return flags;
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(
        absl::StrCat(error.what(), "; talusd --help lists all flags"));
  }
  flags.options = line.Options();
  if (line.print_config()) {
    flags.verb = Flags::Verb::kPrintText;
    flags.text = line.app().config_to_str(true, true);
  } else if (!line.probe_address().empty()) {
    flags.verb = Flags::Verb::kProbe;
    flags.probe_address = line.probe_address();
  }
  FitToMachine(&flags.options);
  return flags;
}

std::string DefaultConfig() {
  CommandLine line;
  return line.app().config_to_str(true, true);
}

}  // namespace talus
