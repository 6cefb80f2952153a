#ifndef TALUS_SIM_FLOW_FLOW_WALK_H_
#define TALUS_SIM_FLOW_FLOW_WALK_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/base/word_vector.h"
#include "sim/base/work.h"
#include "sim/flow/flow_graph.h"

namespace talus {

enum class FlowWay {
  kDown,  // each cell after all that give to it
  kUp,    // each after all that it gives to
};

// Visits every cell with data once, in the order that the way asks for and no
// other: several at once, so that what a visit writes outside of its cell must
// be a sum of whole numbers, a least or a largest, by AddTo and its like. What
// the cells before it wrote is there. Memory: a byte a cell, and the cells
// whose turn has come.
//
// Threads go on from where their cells lead, along slopes and rivers, so that
// neighbours are met while they are near in memory.
template <FlowWay kWay, typename Visit>
class FlowWalk {
 public:
  FlowWalk(const FlowGraph& graph, const Work& work, const Visit& visit)
      : graph_(graph), d_(graph.drainage()), work_(work), visit_(visit) {}

  // False where the work was stopped.
  bool Run() {
    awaited_.resize(d_.size());
    const bool counted = work_.ForRows(0, d_.height, d_.width, [&](int64_t y) {
      for (int64_t x = 0; x < d_.width; ++x) Count(d_.At(x, y));
    });
    if (!counted) return false;
    const int64_t rows = std::max<int64_t>(1, kPart / (d_.width + 1));
    left_.resize(static_cast<size_t>((d_.height + rows - 1) / rows));
    (void)work_.ForEach(left_.size(), [&](size_t part) {
      const int64_t y = static_cast<int64_t>(part) * rows;
      BeginInRows(y, std::min(y + rows, d_.height), left_[part]);
    });
    while (ShareOutLeft()) {
      (void)work_.ForEach(left_.size(),
                          [&](size_t part) { Follow(left_[part], Budget()); });
    }
    return !work_.stop.stop_requested();
  }

 private:
  using Cells = WordVector<CellIndex>;

  static constexpr int64_t kPart = int64_t{1} << 15;
  static constexpr int64_t kBetweenStops = int64_t{1} << 14;
  static constexpr uint8_t kFirst = 255;  // awaits none

  void Count(CellIndex cell) {
    uint8_t count = 0;
    if (d_.filled[cell] != Drainage::kNoData) {
      const auto add = [&](CellIndex) { ++count; };
      if constexpr (kWay == FlowWay::kDown) {
        graph_.ForDonors(cell, add);
      } else {
        graph_.ForReceivers(cell, add);
      }
      if (count == 0) count = kFirst;
    }
    awaited_[cell] = count;
  }

  // A thread alone leaves nothing.
  int64_t Budget() const {
    return work_.workers->count() > 1 ? kPart : INT64_MAX;
  }

  void BeginInRows(int64_t first, int64_t last, Cells& waiting) {
    int64_t budget = Budget();
    const auto end = static_cast<size_t>(last * d_.width);
    for (auto i = static_cast<size_t>(first * d_.width); i < end; ++i) {
      const std::atomic_ref<uint8_t> awaited(awaited_[i]);
      if (awaited.load(std::memory_order_relaxed) != kFirst) continue;
      waiting.push_back(static_cast<CellIndex>(i));
      budget = Follow(waiting, budget);
    }
  }

  // Goes on from the cells that wait, as far as the budget lasts; returns what
  // is left of it.
  int64_t Follow(Cells& waiting, int64_t budget) {
    while (!waiting.empty() && budget > 0) {
      if (--budget % kBetweenStops == 0 && work_.stop.stop_requested()) {
        waiting.clear();
        return 0;
      }
      const CellIndex cell = waiting.back();
      waiting.pop_back();
      visit_(cell);
      const auto cross_out = [&](CellIndex next) {
        const std::atomic_ref<uint8_t> awaited(awaited_[next]);
        if (awaited.fetch_sub(1, std::memory_order_acq_rel) == 1) {
          waiting.push_back(next);
        }
      };
      if constexpr (kWay == FlowWay::kDown) {
        graph_.ForReceivers(cell, cross_out);
      } else {
        graph_.ForDonors(cell, cross_out);
      }
    }
    return budget;
  }

  // Cuts what the parts left into even ones; false where they left nothing.
  bool ShareOutLeft() {
    size_t count = 0;
    for (const Cells& part : left_) count += part.size();
    Cells all;
    all.reserve(count);
    for (Cells& part : left_) {
      all.insert(all.end(), part.begin(), part.end());
      part = Cells();  // gives its memory back
    }
    const size_t parts =
        std::min(all.size(), 4 * static_cast<size_t>(work_.workers->count()));
    left_.assign(parts, {});
    for (size_t p = 0; p < parts; ++p) {
      left_[p].assign(
          all.begin() + static_cast<int64_t>(all.size() * p / parts),
          all.begin() + static_cast<int64_t>(all.size() * (p + 1) / parts));
    }
    return parts > 0 && !work_.stop.stop_requested();
  }

  const FlowGraph& graph_;
  const Drainage& d_;
  const Work& work_;
  const Visit& visit_;
  WordVector<uint8_t> awaited_;  // cells that must come before
  std::vector<Cells> left_;      // of each part, cells whose turn has come
};

// Calls visit(cell) for all cells. False where the work was stopped.
template <FlowWay kWay, typename Visit>
bool WalkFlow(const FlowGraph& graph, const Work& work, const Visit& visit) {
  return FlowWalk<kWay, Visit>(graph, work, visit).Run();
}

// What visits at the same time may do to one number.
template <typename T>
void AddTo(T& sum, T more) {
  std::atomic_ref<T>(sum).fetch_add(more, std::memory_order_relaxed);
}
// Takes a value that is to come before the one there.
template <typename T, typename Before>
void ReplaceBy(T& kept, T value, const Before& before) {
  const std::atomic_ref<T> at(kept);
  T now = at.load(std::memory_order_relaxed);
  while (before(value, now) &&
         !at.compare_exchange_weak(now, value, std::memory_order_relaxed)) {
  }
}
template <typename T>
void LowerTo(T& least, T value) {
  ReplaceBy(least, value, std::less<>());
}
template <typename T>
void RaiseTo(T& largest, T value) {
  ReplaceBy(largest, value, std::greater<>());
}

}  // namespace talus

#endif  // TALUS_SIM_FLOW_FLOW_WALK_H_
