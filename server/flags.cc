#include "server/flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/machine.h"
#include "server/version.h"
#include "sim/base/status_macros.h"
#include "wire/address.h"

namespace talus {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

Duration Seconds(double s) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(s));
}

double InSeconds(Duration d) {
  return std::chrono::duration<double>(d).count();
}

// For the library, whose checks return what is wrong.
using Check = std::function<std::string(const std::string&)>;

Check ByStatus(absl::Status (*check)(const std::string&)) {
  return [check](const std::string& text) {
    return std::string(check(text).message());
  };
}

absl::Status CheckMetricsAddress(const std::string& address) {
  if (address == "none") return absl::OkStatus();
  return CheckTcpListenAddress(address);
}

// Numbers of [min, max], and 0 where `or_zero`. The library's own check lets
// pass what compares to nothing.
template <typename T>
Check InRange(T min, T max, bool or_zero) {
  return [=](const std::string& text) -> std::string {
    T value{};
    if (CLI::detail::lexical_cast(text, value) &&
        ((value >= min && value <= max) || (or_zero && value == 0))) {
      return "";
    }
    return absl::StrCat("'", absl::CHexEscape(text),
                        "' is no number in the range ", min, " to ", max,
                        or_zero ? ", or 0" : "");
  };
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
        ->check(ByStatus(&CheckAddress))
        ->configurable(false);
    AddListeners();
    AddEngine();
    AddLimits();
    AddStreams();
  }

  CLI::App& app() { return app_; }
  bool print_config() const { return print_config_; }
  const std::string& probe_address() const { return probe_address_; }

  // Where flags that are good by themselves do not go together.
  absl::Status CheckTogether() const {
    if (memory_budget_mib_ == 0 || memory_mib_ <= memory_budget_mib_) {
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(
        absl::StrCat("--memory-mib: ", memory_mib_,
                     ", of one request, is more than the ", memory_budget_mib_,
                     " of --memory-budget-mib, of all; set it to 0 or "
                     "raise the other"));
  }

  // Without what the machine decides.
  ServerOptions Options() const {
    ServerOptions o = options_;
    if (o.metrics_listen == "none") o.metrics_listen.clear();
    if (memory_mib_ > 0) o.limits.memory_bytes = memory_mib_ * kMiB;
    o.memory_budget_bytes = memory_budget_mib_ * kMiB;
    o.engine.coarse_cache_bytes = coarse_cache_mib_ * kMiB;
    o.engine.domain_cache_bytes = domain_cache_mib_ * kMiB;
    o.engine.spare_bytes = spare_mib_ * kMiB;
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
  void Number(const char* flag, T* value, T min, T max, const char* text,
              bool or_zero = false) {
    app_.add_option(flag, *value, text)
        ->check(InRange(min, max, or_zero))
        ->capture_default_str();
  }

  void AddListeners() {
    app_.add_option("--listen", options_.listen,
                    "Addresses to serve on: host:port, or unix:PATH for a "
                    "socket. Without TLS; give other hosts' addresses only "
                    "inside a network you trust.")
        ->check(ByStatus(&CheckListenAddress))
        ->capture_default_str();
    app_.add_option("--metrics-listen", options_.metrics_listen,
                    "host:port of /metrics over HTTP, or none.")
        ->check(ByStatus(&CheckMetricsAddress))
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
    Number("--memory-budget-mib", &memory_budget_mib_, int64_t{16},
           int64_t{1} << 30,
           "Memory of all requests at work; 0: three quarters of the "
           "machine's or the control group's, less the caches. Others wait "
           "for it.",
           true);
    Number("--coarse-cache-mib", &coarse_cache_mib_, int64_t{0},
           int64_t{1} << 30, "Memory that keeps coarse levels.");
    Number("--domain-cache-mib", &domain_cache_mib_, int64_t{0},
           int64_t{1} << 30, "Memory that keeps domains worked on as a whole.");
    Number("--spare-mib", &spare_mib_, int64_t{0}, int64_t{1} << 30,
           "Memory of requests that is kept for the next ones instead of given "
           "back to the system; with what is in use never more than was in use "
           "at once before.");
    Number("--tile-cache-mib", &tile_cache_mib_, int64_t{0}, int64_t{1} << 30,
           "Memory that keeps finished tiles of GetTile.");
  }

  void AddLimits() {
    Number("--memory-mib", &memory_mib_, int64_t{16}, int64_t{1} << 30,
           "Memory that one request may take; larger regions are made in "
           "windows. 0: 4096, or all that requests have where that is less.",
           true);
    Number("--max-region-cells", &options_.limits.region_cells, int64_t{1},
           int64_t{1} << 50, "Cells of one region.");
    Number("--max-cell-passes", &options_.limits.cell_passes, int64_t{1},
           int64_t{1} << 60, "Cell updates of one request.");
    Number("--region-workers", &options_.region_lane.threads, 1, 1024,
           "Regions that are made at once, not counting those that wait for "
           "their readers.");
    Number("--regions-held", &options_.region_lane.max_resting, 0, 10'000,
           "Regions that may wait for slow readers; each holds its memory and "
           "a thread. Further ones keep their workers.");
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
  int64_t memory_mib_ = 0;
  int64_t memory_budget_mib_ = 0;
  int64_t coarse_cache_mib_ = options_.engine.coarse_cache_bytes / kMiB;
  int64_t domain_cache_mib_ = options_.engine.domain_cache_bytes / kMiB;
  int64_t spare_mib_ = options_.engine.spare_bytes / kMiB;
  int64_t tile_cache_mib_ = options_.tile_cache_bytes / kMiB;
  int64_t ready_mib_ = options_.stream.ready_bytes / kMiB;
  double heartbeat_s_ = InSeconds(options_.stream.heartbeat);
  double write_stall_s_ = InSeconds(options_.stream.write_stall);
  double max_connection_age_s_ = InSeconds(options_.max_connection_age);
  double connection_age_grace_s_ = InSeconds(options_.connection_age_grace);
  double drain_s_ = InSeconds(options_.drain);
};

// Fills in what the machine decides, and holds one request below the whole.
// Requests get what the caches leave of three quarters of the memory, but no
// less than a quarter of that; the rest is for what nobody counts.
void FitToMachine(ServerOptions* options) {
  if (options->engine.tiling.threads == 0) {
    options->engine.tiling.threads = AvailableThreads();
  }
  if (options->memory_budget_bytes == 0) {
    const int64_t caches = options->engine.coarse_cache_bytes +
                           options->engine.domain_cache_bytes +
                           options->tile_cache_bytes;
    const int64_t most = AvailableMemoryBytes() / 4 * 3;
    options->memory_budget_bytes = std::max(most - caches, most / 4);
  }
  options->limits.memory_bytes =
      std::min(options->limits.memory_bytes, options->memory_budget_bytes);
  options->engine.memory_bytes = options->limits.memory_bytes;
}

// The begin of `text`, for a terminal.
std::string Printable(const std::string& text) {
  constexpr size_t kLongest = 400;
  std::string printable;
  for (const char c : text.substr(0, kLongest)) {
    if (c >= ' ' && c <= '~') {
      printable += c;
    } else {
      absl::StrAppend(
          &printable, "\\x",
          absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    }
  }
  return printable;
}

// In our words, and without the bytes of a file that is none for --config.
std::string Explain(const CLI::ParseError& error) {
  constexpr absl::string_view kUnknownKey = "INI was not able to parse ";
  const std::string text = error.what();
  if (!absl::StartsWith(text, kUnknownKey)) return Printable(text);
  return absl::StrCat("the file of --config sets '",
                      Printable(text.substr(kUnknownKey.size())),
                      "', which is no flag");
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
        absl::StrCat(Explain(error), "; talusd --help lists all flags"));
  }
  TALUS_RETURN_IF_ERROR(line.CheckTogether());
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
