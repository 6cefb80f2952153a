#include "sim/flow/level_ground.h"

#include <array>
#include <bit>
#include <vector>

#include "sim/base/word_vector.h"
#include "sim/flow/neighbour_rows.h"

namespace talus {
namespace {

constexpr size_t kBetweenStops = 1 << 14;
constexpr uint8_t kFar = 255;  // steps that are not known yet

// Neighbours on a level differ by one step at most, so that steps modulo three
// tell which of them is nearer. 0 is for cells that have a way by themselves.
constexpr uint8_t After(uint8_t steps) {
  return static_cast<uint8_t>(steps % 3 + 1);
}

// The neighbour among the bits that comes first, sides before corners.
constexpr std::array<uint8_t, 256> kFirst = [] {
  std::array<uint8_t, 256> first{};
  for (unsigned bits = 1; bits < 256; ++bits) {
    for (size_t i = kNeighbours; i-- > 0;) {
      const int k = kSidesFirst[i];
      if ((bits >> k & 1) != 0) first[bits] = static_cast<uint8_t>(k);
    }
  }
  return first;
}();

class Search {
 public:
  Search(const RingGrid& grid, const RingPlane<int32_t>& level,
         RingPlane<uint8_t>& way, RingPlane<uint8_t>& steps, const Work& work)
      : grid_(grid),
        offsets_(grid.Offsets()),
        level_(level),
        way_(way),
        steps_(steps),
        alike_(grid),
        work_(work) {}

  bool Run() {
    WordVector<uint32_t> front, next;
    if (!FindFront(front)) return false;
    uint8_t nearer = 0;
    for (uint8_t own = 1; !front.empty(); nearer = own, own = After(own)) {
      for (size_t i = 0; i < front.size(); ++i) {
        if (i % kBetweenStops == 0 && work_.stop.stop_requested()) return false;
        Visit(front[i], nearer, After(own), next);
      }
      front.swap(next);
      next.clear();
    }
    return true;
  }

 private:
  // Cells on a level with one that has a way.
  bool FindFront(WordVector<uint32_t>& front) {
    std::vector<uint8_t> border(static_cast<size_t>(grid_.width));
    steps_.FillRing(0);
    for (int64_t y = 0; y < grid_.height; ++y) {
      if (work_.stop.stop_requested()) return false;
      const uint8_t* way = way_.Row(y);
      uint8_t* steps = steps_.Row(y);
      MarkLevelGround(level_.Row(y), way, grid_.stride(), grid_.width,
                      alike_.Row(y), border.data());
      for (int64_t x = 0; x < grid_.width; ++x) {
        steps[x] = way[x] == kLevelGround ? kFar : 0;
      }
      for (int64_t x = 0; x < grid_.width; ++x) {
        if (border[static_cast<size_t>(x)] == 0) continue;
        steps[x] = 1;
        front.push_back(static_cast<uint32_t>(grid_.At(x, y)));
      }
    }
    return true;
  }

  // Gives the cell its way and lets those on its level follow.
  void Visit(uint32_t cell, uint8_t nearer, uint8_t farther,
             WordVector<uint32_t>& next) {
    uint8_t* steps = steps_.data();
    unsigned near = 0, far = 0;
    for (size_t k = 0; k < kNeighbours; ++k) {
      const uint8_t there = steps[cell + offsets_[k]];
      near |= (there == nearer ? 1u : 0u) << k;
      far |= (there == kFar ? 1u : 0u) << k;
    }
    const unsigned alike = alike_.data()[cell];
    way_.data()[cell] = kFirst[near & alike];
    for (far &= alike; far != 0; far &= far - 1) {
      const int64_t n =
          cell + offsets_[static_cast<size_t>(std::countr_zero(far))];
      steps[n] = farther;
      next.push_back(static_cast<uint32_t>(n));
    }
  }

  const RingGrid grid_;
  const std::array<int64_t, kNeighbours> offsets_;
  const RingPlane<int32_t>& level_;
  RingPlane<uint8_t>& way_;
  RingPlane<uint8_t>& steps_;
  RingPlane<uint8_t> alike_;  // neighbours on the level of level ground
  const Work& work_;
};

}  // namespace

bool DrainLevelGround(const RingGrid& grid, const RingPlane<int32_t>& level,
                      RingPlane<uint8_t>& way, RingPlane<uint8_t>& steps,
                      const Work& work) {
  return Search(grid, level, way, steps, work).Run();
}

}  // namespace talus
