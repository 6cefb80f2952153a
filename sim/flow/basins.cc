// Based on: Barnes, Callaghan, Wickert. Computing water flow through complex
// landscapes - Part 2: Finding hierarchies in depressions and morphological
// segmentations. Earth Surface Dynamics 8, 2020.
// doi:10.5194/esurf-8-431-2020
//   Cordonnier, Bovy, Braun. A versatile, linear complexity algorithm for flow
//   routing in topographies with depressions. Earth Surface Dynamics 7, 2019.
//   doi:10.5194/esurf-7-549-2019
// Departs from them: basins meet only at saddles in the sense of Morse, cells
// whose lower neighbours fall into several runs around them; any other contact
// of two basins lies above a saddle that joins them. So a tenth or so of the
// cells make edges, and Kruskal's order floods them: a group of basins that
// meets one that drains stands at that level for good.

#include "sim/flow/basins.h"

#include <algorithm>
#include <array>

#include "sim/base/word_vector.h"
#include "sim/flow/radix_order.h"

namespace talus {
namespace {

constexpr uint32_t kSea = 0;  // label of cells that are outlets

// What the bits of lower neighbours mean.
struct LowerCase {
  uint8_t first = 0;  // the neighbour whose label a cell takes
  uint8_t runs = 0;   // groups of lower neighbours that touch one another
  std::array<uint8_t, 4> run{};  // a neighbour of each
};

constexpr LowerCase CaseOf(unsigned bits) {
  // Around the cell, from the north-west clockwise; corners are odd.
  constexpr std::array<uint8_t, 8> kAround = {1, 2, 4, 7, 6, 5, 3, 0};
  LowerCase c;
  const auto lower = [&](size_t at) {
    return (bits >> kAround[at % 8] & 1) != 0;
  };
  // Whether place `at` touches a lower one before it: the last, or across a
  // corner the side before.
  const auto touches = [&](size_t at) {
    return lower(at + 7) || (at % 2 == 0 && lower(at + 6));
  };
  for (size_t at = 0; at < 8; ++at) {
    if (lower(at) && !touches(at)) c.run[c.runs++] = kAround[at];
  }
  // One run all around has no first; its gaps, if any, are corners.
  if (bits != 0 && c.runs == 0) c.run[c.runs++] = kAround[0];
  // Labels of the row above are there already; the west one may be under way.
  for (const uint8_t k : {7, 6, 5, 4, 3, 2, 0, 1}) {
    if ((bits >> k & 1) != 0) c.first = k;
  }
  return c;
}

constexpr std::array<LowerCase, 256> kCases = [] {
  std::array<LowerCase, 256> cases{};
  for (unsigned bits = 0; bits < 256; ++bits) cases[bits] = CaseOf(bits);
  return cases;
}();
constexpr std::array<uint8_t, 256> kIsSaddle = [] {
  std::array<uint8_t, 256> saddle{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    saddle[bits] = kCases[bits].runs > 1 ? 1 : 0;
  }
  return saddle;
}();
constexpr uint8_t kEarlier = 0x0f;  // neighbours whose labels are known

// Labels while the raster is gone through row by row: a cell takes the label of
// a lower neighbour before it; one that has only later ones, or none, begins a
// label.
class Labels {
 public:
  Labels(const BasinGround& ground, RingPlane<uint32_t>& label)
      : ground_(ground), label_(label) {
    const auto offsets = ground.grid.Offsets();
    for (unsigned bits = 1; bits < first_.size(); ++bits) {
      first_[bits] = offsets[kCases[bits].first];
    }
    label_.FillRing(kSea);
  }

  bool Find(const Work& work) {
    if (!MakeRoom(work)) return false;
    begin_.push_back(0);  // the sea's, of no cell
    for (int64_t y = 0; y < ground_.grid.height; ++y) {
      if (work.stop.stop_requested()) return false;
      Row(y);
    }
    return true;
  }

  const WordVector<uint32_t>& saddles() const { return saddles_; }
  // Gives their memory back.
  void DropSaddles() { saddles_ = {}; }

  // The label at the end of each label's slopes, which is that of a pit.
  bool FindEnds(const Work& work, WordVector<uint32_t>& end) const {
    end.resize(begin_.size());
    const auto unknown = [&](size_t id) { end[id] = UINT32_MAX; };
    if (!work.InTurn(end.size(), unknown)) return false;
    end[kSea] = kSea;
    const auto next = [&](uint32_t id) { return label_.data()[begin_[id]]; };
    return work.InTurn(end.size(), [&](size_t id) {
      const auto first = static_cast<uint32_t>(id);
      uint32_t last = first;
      while (end[last] == UINT32_MAX && next(last) != last) last = next(last);
      const uint32_t pit = end[last] == UINT32_MAX ? last : end[last];
      // Once more, in place of a list of the way.
      for (uint32_t at = first; end[at] == UINT32_MAX; at = next(at)) {
        end[at] = pit;
      }
    });
  }
  // REQUIRES: the label is that of a pit.
  uint32_t Pit(uint32_t label) const { return begin_[label]; }

 private:
  // For what all rows find, and for a row of candidates: lists that grow by
  // themselves take up to three times the memory.
  bool MakeRoom(const Work& work) {
    const auto width = static_cast<size_t>(ground_.grid.width);
    size_t labels = 1 + width, saddles = width;
    for (int64_t y = 0; y < ground_.grid.height; ++y) {
      if (work.stop.stop_requested()) return false;
      const uint8_t* lower = ground_.lower.Row(y);
      const uint8_t* outlet = ground_.outlet.Row(y);
      for (size_t x = 0; x < width; ++x) {
        labels += outlet[x] == 0 && (lower[x] & kEarlier) == 0 ? 1 : 0;
        saddles += kIsSaddle[lower[x]] | outlet[x];
      }
    }
    begin_.reserve(labels);
    saddles_.reserve(saddles);
    return true;
  }

  void Row(int64_t y) {
    const int64_t from = ground_.grid.At(0, y);
    const int64_t to = from + ground_.grid.width;
    const uint8_t* lower = ground_.lower.data();
    const uint8_t* outlet = ground_.outlet.data();
    uint32_t* label = label_.data();
    size_t saddles = saddles_.size(), labels = begin_.size();
    saddles_.resize(saddles + static_cast<size_t>(ground_.grid.width));
    begin_.resize(labels + static_cast<size_t>(ground_.grid.width));
    for (int64_t i = from; i < to; ++i) {
      // No branch but for outlets: which cells begin a label is not to be
      // foretold on rough ground.
      const uint8_t bits = lower[i];
      const int64_t takes_from = i + first_[bits];
      const bool begins = (bits & kEarlier) == 0;
      saddles_[saddles] = static_cast<uint32_t>(i);
      saddles += kIsSaddle[bits] | outlet[i];
      const uint32_t other = label[begins ? i - 1 : takes_from];
      begin_[labels] = static_cast<uint32_t>(takes_from);
      label[i] = begins ? static_cast<uint32_t>(labels) : other;
      if (outlet[i] != 0) {
        label[i] = kSea;
      } else {
        labels += begins ? 1 : 0;
      }
    }
    saddles_.resize(saddles);
    begin_.resize(labels);
  }

  const BasinGround& ground_;
  RingPlane<uint32_t>& label_;
  std::array<int64_t, 256> first_{};  // what leads to the cell drained to
  WordVector<uint32_t> begin_;  // of each label: its pit, or a later cell that
                                // its first one drains to
  WordVector<uint32_t> saddles_;
};

// Where two basins meet.
struct Edge {
  int32_t level;
  uint32_t a;
  uint32_t b;
};

// Groups of basins that water joins as it rises.
class Groups {
 public:
  explicit Groups(size_t count)
      : parent_(count), flood_(count), drains_(count) {}

  // Each for itself, the sea's drained.
  bool Begin(const Work& work) {
    const bool begun = work.InTurn(parent_.size(), [&](size_t i) {
      parent_[i] = static_cast<uint32_t>(i);
      flood_[i] = INT32_MIN;
      drains_[i] = 0;
    });
    Drain(kSea, INT32_MIN);
    return begun;
  }

  uint32_t Find(uint32_t a) {
    while (parent_[a] != a) {
      parent_[a] = parent_[parent_[a]];
      a = parent_[a];
    }
    return a;
  }
  // The group spills at a level. REQUIRES: `group` is what Find gives.
  void Drain(uint32_t group, int32_t level) {
    drains_[group] = 1;
    flood_[group] = level;
  }
  void Join(const Edge& e) {
    const uint32_t a = Find(e.a), b = Find(e.b);
    if (a == b) return;
    if (drains_[a] != 0 && drains_[b] != 0) return;
    if (drains_[a] != 0) return Drain(b, e.level);
    if (drains_[b] != 0) return Drain(a, e.level);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  bool drains(uint32_t group) const { return drains_[group] != 0; }
  int32_t flood(uint32_t group) const { return flood_[group]; }

 private:
  WordVector<uint32_t> parent_;
  WordVector<int32_t> flood_;
  WordVector<uint8_t> drains_;
};

// Calls f(edge) for those of all saddles, in their order. False where the work
// was stopped.
template <typename F>
bool ForEdges(const BasinGround& ground, const RingPlane<uint32_t>& label,
              const WordVector<uint32_t>& saddles,
              const WordVector<uint32_t>& end, const Work& work, const F& f) {
  const auto offsets = ground.grid.Offsets();
  return work.InTurn(saddles.size(), [&](size_t i) {
    const int64_t cell = saddles[i];
    const LowerCase& c = kCases[ground.lower.data()[cell]];
    const auto basin = [&](size_t run) {
      return end[label.data()[cell + offsets[c.run[run]]]];
    };
    // An outlet joins all that is lower than it to the sea.
    const bool is_outlet = ground.outlet.data()[cell] != 0;
    const uint32_t first = is_outlet ? kSea : basin(0);
    for (size_t run = is_outlet ? 0 : 1; run < c.runs; ++run) {
      const uint32_t other = basin(run);
      if (other != first) f(Edge{ground.level.data()[cell], first, other});
    }
  });
}

// Counts them first: a list that grows by itself takes up to three times the
// memory.
std::optional<WordVector<Edge>> EdgesOf(const BasinGround& ground,
                                        const RingPlane<uint32_t>& label,
                                        const WordVector<uint32_t>& saddles,
                                        const WordVector<uint32_t>& end,
                                        const Work& work) {
  size_t count = 0;
  const auto add = [&](const Edge&) { ++count; };
  if (!ForEdges(ground, label, saddles, end, work, add)) return std::nullopt;
  WordVector<Edge> edges;
  edges.reserve(count);
  const auto level = [](const Edge& e) { return e.level; };
  if (!ForEdges(ground, label, saddles, end, work,
                [&](const Edge& e) { edges.push_back(e); }) ||
      !RadixOrder(edges, level, work)) {
    return std::nullopt;
  }
  return edges;
}

bool JoinAll(const WordVector<Edge>& edges, Groups& groups, const Work& work) {
  return work.InTurn(edges.size(), [&](size_t i) { groups.Join(edges[i]); });
}

// The lowest pit of each group that does not drain, by label.
bool FindLowestPits(const BasinGround& ground, const Labels& labels,
                    const WordVector<uint32_t>& end, const Work& work,
                    Groups& groups, WordVector<uint32_t>& of_groups) {
  WordVector<uint32_t> lowest(end.size());  // of each group
  if (!work.InTurn(end.size(), [&](size_t id) { lowest[id] = kSea; })) {
    return false;
  }
  const auto level = [&](uint32_t id) {
    return ground.level.data()[labels.Pit(id)];
  };
  const bool found = work.InTurn(end.size(), [&](size_t i) {
    const auto id = static_cast<uint32_t>(i);
    if (id == kSea || end[id] != id) return;
    const uint32_t group = groups.Find(id);
    if (groups.drains(group)) return;
    if (lowest[group] == kSea) of_groups.push_back(group);
    if (lowest[group] == kSea || level(id) < level(lowest[group])) {
      lowest[group] = id;
    }
  });
  return found && work.InTurn(of_groups.size(), [&](size_t i) {
    of_groups[i] = lowest[of_groups[i]];
  });
}

}  // namespace

std::optional<Basins> BasinsOf(const BasinGround& ground, const Work& work) {
  Basins basins{RingPlane<uint32_t>(ground.grid), {}, {}};
  Labels labels(ground, basins.label);
  if (!labels.Find(work)) return std::nullopt;
  WordVector<uint32_t> end;
  if (!labels.FindEnds(work, end)) return std::nullopt;
  const auto edges = EdgesOf(ground, basins.label, labels.saddles(), end, work);
  labels.DropSaddles();
  Groups groups(end.size());
  if (!edges || !groups.Begin(work) || !JoinAll(*edges, groups, work)) {
    return std::nullopt;
  }
  WordVector<uint32_t> made;
  if (!FindLowestPits(ground, labels, end, work, groups, made)) {
    return std::nullopt;
  }
  if (!made.empty()) {
    if (!groups.Begin(work)) return std::nullopt;
    for (const uint32_t pit : made) {
      groups.Drain(pit, INT32_MIN);
      basins.made_outlets.push_back(labels.Pit(pit));
    }
    if (!JoinAll(*edges, groups, work)) return std::nullopt;
  }
  basins.flood.resize(end.size());
  const bool flooded = work.InTurn(end.size(), [&](size_t id) {
    basins.flood[id] = groups.flood(groups.Find(end[id]));
  });
  if (!flooded) return std::nullopt;
  return basins;
}

}  // namespace talus
