#ifndef TALUS_TESTS_SIM_BASE_STOPPING_WORKERS_H_
#define TALUS_TESTS_SIM_BASE_STOPPING_WORKERS_H_

#include <cstddef>
#include <functional>
#include <stop_token>

#include "sim/base/workers.h"

namespace talus::testing {

// One thread that asks for a stop after the first part of its n-th work.
class StoppingWorkers final : public Workers {
 public:
  explicit StoppingWorkers(int n) : works_left_(n) {}

  std::stop_token stop() const { return source_.get_token(); }
  void ForEach(size_t parts,
               const std::function<void(size_t)>& work) const override {
    const bool stops = --works_left_ == 0;
    for (size_t i = 0; i < parts; ++i) {
      work(i);
      if (stops) source_.request_stop();
    }
  }

 private:
  mutable int works_left_;
  mutable std::stop_source source_;
};

}  // namespace talus::testing

#endif  // TALUS_TESTS_SIM_BASE_STOPPING_WORKERS_H_
