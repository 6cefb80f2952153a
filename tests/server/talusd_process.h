#ifndef TALUS_TESTS_SERVER_TALUSD_PROCESS_H_
#define TALUS_TESTS_SERVER_TALUSD_PROCESS_H_

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

extern char** environ;  // NOLINT: POSIX

namespace talus {

// A talusd of its own, killed with its owner.
class TalusdProcess {
 public:
  // Starts it and waits for its first line of output, or its end.
  explicit TalusdProcess(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), TALUSD_PATH);
    int out[2];
    EXPECT_EQ(pipe(out), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, out[0]);
    posix_spawn_file_actions_addclose(&actions, out[1]);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    EXPECT_EQ(posix_spawn(&pid_, TALUSD_PATH, &actions, nullptr, argv.data(),
                          environ),
              0);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    char c = 0;
    while (read(out[0], &c, 1) == 1 && c != '\n') ready_line_ += c;
    close(out[0]);
  }
  ~TalusdProcess() {
    if (pid_ > 0) {
      Signal(SIGKILL);
      Wait();
    }
  }
  TalusdProcess(const TalusdProcess&) = delete;
  TalusdProcess& operator=(const TalusdProcess&) = delete;

  const std::string& ready_line() const { return ready_line_; }
  // The first address that it listens on.
  std::string address() const {
    const size_t from = ready_line_.find("listen=") + 7;
    return ready_line_.substr(from, ready_line_.find(' ', from) - from);
  }

  void Signal(int signal) const { kill(pid_, signal); }
  // The exit code, or minus the signal that ended it.
  int Wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
  std::string ready_line_;
};

}  // namespace talus

#endif  // TALUS_TESTS_SERVER_TALUSD_PROCESS_H_
