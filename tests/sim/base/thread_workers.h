#ifndef TALUS_TESTS_SIM_BASE_THREAD_WORKERS_H_
#define TALUS_TESTS_SIM_BASE_THREAD_WORKERS_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "sim/base/workers.h"

namespace talus::testing {

// Threads of their own for every work.
class ThreadWorkers final : public Workers {
 public:
  explicit ThreadWorkers(int count) : count_(count) {}

  int count() const override { return count_; }
  void ForEach(size_t parts,
               const std::function<void(size_t)>& work) const override {
    std::atomic<size_t> next = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < count_; ++t) {
      threads.emplace_back([&] {
        for (size_t i = next++; i < parts; i = next++) work(i);
      });
    }
  }

 private:
  const int count_;
};

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_BASE_THREAD_WORKERS_H_
