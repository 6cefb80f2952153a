#include "client/interrupt.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace talus {
namespace {

constexpr char kSignal = 's';
constexpr char kEnd = 'e';

// The handler writes a byte, the listener reads it: a handler may do little
// else.
int g_pipe[2] = {-1, -1};

void OnSignal(int) {
  const int saved = errno;
  [[maybe_unused]] const ssize_t sent = write(g_pipe[1], &kSignal, 1);
  errno = saved;
}

void Listen(std::stop_source& source) {
  char byte = 0;
  while (true) {
    const ssize_t got = read(g_pipe[0], &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || byte == kEnd) return;
    if (!source.request_stop()) _exit(130);
  }
}

}  // namespace

Interrupt::Interrupt() {
  if (pipe(g_pipe) != 0) return;
  listener_ = std::thread([this] { Listen(source_); });
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (listener_.joinable()) {
    [[maybe_unused]] const ssize_t sent = write(g_pipe[1], &kEnd, 1);
    listener_.join();
  }
  close(g_pipe[0]);
  close(g_pipe[1]);
}

}  // namespace talus
