#ifndef TALUS_SIM_BASE_WORK_H_
#define TALUS_SIM_BASE_WORK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <utility>

#include "sim/base/workers.h"

namespace talus {

// Who does a long work, and until when. Its loops return false where `stop` was
// requested, within some milliseconds; what they wrote is then undefined.
struct Work {
  explicit(false)
      Work(std::stop_token until = {}, const Workers& by = kOneWorker)
      : stop(std::move(until)), workers(&by) {}

  // Calls f(part) for each below `parts`, several at once; a call should take
  // no more than some milliseconds, or ask for the stop itself.
  template <typename F>
  bool ForEach(size_t parts, const F& f) const {
    workers->ForEach(parts, [&](size_t part) {
      if (!stop.stop_requested()) f(part);
    });
    return !stop.stop_requested();
  }

  // Calls f(first, last) for parts of [0, count), several at once.
  template <typename F>
  bool ForParts(size_t count, const F& f) const {
    return ForEach((count + kPart - 1) / kPart, [&](size_t part) {
      f(part * kPart, std::min(count, (part + 1) * kPart));
    });
  }

  // Calls f(y) for the rows [first, last), which have `width` cells each,
  // several at once.
  template <typename F>
  bool ForRows(int64_t first, int64_t last, int64_t width, const F& f) const {
    const int64_t rows = std::max<int64_t>(1, int64_t{kPart} / (width + 1));
    const int64_t parts = last > first ? (last - first + rows - 1) / rows : 0;
    workers->ForEach(static_cast<size_t>(parts), [&](size_t part) {
      const int64_t y0 = first + static_cast<int64_t>(part) * rows;
      for (int64_t y = y0; y < std::min(y0 + rows, last); ++y) {
        if (stop.stop_requested()) return;
        f(y);
      }
    });
    return !stop.stop_requested();
  }

  // Calls f(i) for each i below `count`, one after the other.
  template <typename F>
  bool InTurn(size_t count, const F& f) const {
    for (size_t i = 0; i < count;) {
      if (stop.stop_requested()) return false;
      for (const size_t end = std::min(count, i + kPart); i < end; ++i) f(i);
    }
    return true;
  }

  std::stop_token stop;
  const Workers* workers;

 private:
  static constexpr size_t kPart = size_t{1} << 16;  // a millisecond or less
};

}  // namespace talus

#endif  // TALUS_SIM_BASE_WORK_H_
