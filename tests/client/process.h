#ifndef TALUS_TESTS_CLIENT_PROCESS_H_
#define TALUS_TESTS_CLIENT_PROCESS_H_

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace talus {

// A program that runs, with its two outputs read through pipes.
class Process {
 public:
  explicit Process(const std::vector<std::string>& command) {
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      dup2(out[1], STDOUT_FILENO);
      dup2(err[1], STDERR_FILENO);
      std::vector<char*> args;
      for (const std::string& word : command) {
        args.push_back(const_cast<char*>(word.c_str()));
      }
      args.push_back(nullptr);
      execv(args[0], args.data());
      _exit(127);
    }
    close(out[1]);
    close(err[1]);
    out_ = out[0];
    err_ = err[0];
    reader_ = std::thread([this] { output_ = ReadAll(out_); });
  }
  ~Process() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      Wait();
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Signal(int number) const { kill(pid_, number); }

  // Blocks until the program has written `text` to stderr; false where it ended
  // without.
  bool WaitForError(const std::string& text) {
    char byte;
    while (errors_.find(text) == std::string::npos) {
      if (read(err_, &byte, 1) != 1) return false;
      errors_ += byte;
    }
    return true;
  }

  // Exit code; -1 where a signal ended it.
  int Wait() {
    errors_ += ReadAll(err_);
    reader_.join();
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    close(out_);
    close(err_);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  const std::string& output() const { return output_; }
  const std::string& errors() const { return errors_; }

 private:
  static std::string ReadAll(int file) {
    std::string all;
    char buffer[4096];
    ssize_t got;
    while ((got = read(file, buffer, sizeof(buffer))) > 0) {
      all.append(buffer, static_cast<size_t>(got));
    }
    return all;
  }

  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::thread reader_;
  std::string output_;
  std::string errors_;
};

// What a program that ran to its end left.
struct Finished {
  int code = -1;
  std::string output;
  std::string errors;
};

inline Finished RunToEnd(const std::vector<std::string>& command) {
  Process process(command);
  const int code = process.Wait();
  return {code, process.output(), process.errors()};
}

}  // namespace talus

#endif  // TALUS_TESTS_CLIENT_PROCESS_H_
