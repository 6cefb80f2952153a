#ifndef TALUS_TESTS_SERVER_LATCH_H_
#define TALUS_TESTS_SERVER_LATCH_H_

#include <condition_variable>
#include <mutex>

namespace talus {

// An event that tests wait for.
class Latch {
 public:
  void Open() {
    std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

}  // namespace talus

#endif  // TALUS_TESTS_SERVER_LATCH_H_
