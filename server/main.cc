// talusd: parses flags, composes the server, waits for signals, drains.

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "server/access_log.h"
#include "server/engine_region_maker.h"
#include "server/flags.h"
#include "server/health_probe.h"
#include "server/process_setup.h"
#include "server/talus_server.h"

namespace talus {
namespace {

constexpr int kExitOk = 0;
constexpr int kExitNotServing = 1;
constexpr int kExitUsage = 2;
constexpr int kExitStuck = 70;

// Milliseconds over its time after which a server that hangs in its end is
// given up.
constexpr int kLastPatienceMs = 10'000;

// Blocks the signals that end the server, in this thread and all it makes, and
// returns a descriptor they are read from.
int CatchSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return signalfd(-1, &set, SFD_CLOEXEC);
}

void ReadSignal(int signals) {
  signalfd_siginfo info;
  while (read(signals, &info, sizeof(info)) < 0 && errno == EINTR) {
  }
}

// Waits for the first signal, then drains; a second one ends all calls at once.
// Returns the exit code.
int ServeUntilSignalled(int signals, Duration drain_time, TalusServer* server,
                        AccessLog* log) {
  ReadSignal(signals);
  log->Event("info", "draining");
  const int drained = eventfd(0, EFD_CLOEXEC);
  std::thread drain([server, drained] {
    server->Drain();
    eventfd_write(drained, 1);
  });
  pollfd events[] = {{signals, POLLIN, 0}, {drained, POLLIN, 0}};
  int patience_ms =
      kLastPatienceMs +
      static_cast<int>(
          std::chrono::duration_cast<std::chrono::milliseconds>(drain_time)
              .count());
  while (true) {
    const int ready = poll(events, 2, patience_ms);
    if (ready < 0) continue;
    if (ready == 0) {
      log->Event("error", "the server hangs in its end; giving up");
      _exit(kExitStuck);
    }
    if (events[1].revents != 0) break;
    ReadSignal(signals);
    log->Event("info", "ending all calls");
    server->Hurry();
    patience_ms = kLastPatienceMs;
  }
  drain.join();
  close(drained);
  log->Event("info", "stopped");
  return kExitOk;
}

int Serve(const ServerOptions& options) {
  // Log lines outlive everything that writes them, gRPC's own threads too.
  static AccessLog log;
  const int signals = CatchSignals();
  TuneAllocator();
  RaiseFileLimit();
  RouteGrpcLog(&log);
  absl::StatusOr<std::unique_ptr<TalusServer>> server = TalusServer::Start(
      options, std::make_unique<EngineRegionMaker>(options.engine), &log);
  if (!server.ok()) {
    std::fprintf(stderr, "talusd: %s\n",
                 std::string(server.status().message()).c_str());
    return kExitUsage;
  }
  std::string line = "ready";
  for (const std::string& address : (*server)->addresses()) {
    absl::StrAppend(&line, " listen=", address);
  }
  if (!(*server)->metrics_address().empty()) {
    absl::StrAppend(&line, " metrics=", (*server)->metrics_address());
  }
  std::puts(line.c_str());
  std::fflush(stdout);
  return ServeUntilSignalled(signals, options.drain, server->get(), &log);
}

int Main(const std::vector<std::string>& arguments) {
  const absl::StatusOr<Flags> flags = ParseFlags(arguments);
  if (!flags.ok()) {
    std::fprintf(stderr, "talusd: %s\n",
                 std::string(flags.status().message()).c_str());
    return kExitUsage;
  }
  switch (flags->verb) {
    case Flags::Verb::kPrintText:
      std::fputs(flags->text.c_str(), stdout);
      return kExitOk;
    case Flags::Verb::kProbe: {
      const absl::Status status = ProbeHealth(flags->probe_address, "");
      if (status.ok()) return kExitOk;
      std::fprintf(stderr, "talusd: %s\n",
                   std::string(status.message()).c_str());
      return kExitNotServing;
    }
    case Flags::Verb::kServe:
      return Serve(flags->options);
  }
  return kExitUsage;
}

}  // namespace
}  // namespace talus

int main(int argc, char** argv) {
  return talus::Main(std::vector<std::string>(argv, argv + argc));
}
