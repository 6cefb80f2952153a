#ifndef TALUS_SIM_STAGES_PAIR_EXCHANGE_H_
#define TALUS_SIM_STAGES_PAIR_EXCHANGE_H_

#include <cstdint>
#include <vector>

#include "sim/stage/stage.h"

namespace talus {

// Ground that moves between pairs of neighbours, each pair by itself: over each
// of the four edges of a cell (E, SE, S, SW) the higher side gives `share *
// scale * (difference - rest)` in whole quanta, rounded once without bias.
struct PairExchangeRule {
  float orthogonal_share =
      0;  // of the excess, over edges to E and S; at most 1/4
  float diagonal_share = 0;  // over edges to SE and SW
  // Difference in quanta that stays between orthogonal neighbours; sqrt(2)
  // times as much between diagonal ones.
  float rest = 0;
  // Whether the loose layer is kept: then `rest` is that of rock, rests and
  // scales must vary by cell, and loose material has a rest of its own in each.
  // See scree_rows.h.
  bool loose = false;
};

// Where numbers of a row of cells go; nullptr for what does not vary.
struct CellNumbers {
  float* rest;  // in place of the rule's: what stays where the cell is the
                // higher one of two
  float* loose_rest;  // of loose material, where the rule keeps it
  float* scale;       // in place of 1: an edge takes the mean of its ends
};

// What of the rule differs from cell to cell.
struct ByCell {
  bool rest = false;
  bool scale = false;
};

// One pass of such an exchange: closed, halo 1 and what FillByCell needs more.
// Writes height, loose where the rule keeps it and, where they are there, wear
// and deposition.
//
// An edge is computed once: those to the south are kept for the next row.
class PairExchangeSweep : public Sweep {
 public:
  PairExchangeSweep(const Window& window, int64_t pass, uint64_t seed,
                    const PairExchangeRule& rule);
  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) final;

 private:
  // What differs from cell to cell; the same for all rows of a sweep.
  virtual ByCell Varies(const LayerRows&) const { return {}; }
  // Writes it for cells -1 <= i <= width of row y.
  virtual void FillByCell(const LayerRows&, int64_t /*y*/,
                          const CellNumbers& /*to*/) {}

  enum Edge { kE, kSE, kS, kSW };

  // Amounts over the edges of row y, positive toward the named neighbour;
  // parity of y picks the buffer.
  int32_t* Amounts(Edge edge, int64_t y) {
    return amounts_.data() + ((y & 1) * 4 + edge) * stride_ + kLead;
  }
  // Likewise, of the cover alone.
  int32_t* Covers(Edge edge, int64_t y) {
    return Amounts(edge, y) + 8 * stride_;
  }
  void ScreeEdges(const LayerRows& in, int64_t y);
  void ScreeCover(const LayerRows& in, int64_t y, const LayerRows& out);

  float* Rests(int64_t y) { return Cells(varies_.rest, y & 1); }
  float* Scales(int64_t y) { return Cells(varies_.scale, 2 + (y & 1)); }
  float* LooseRests(int64_t y) { return Cells(rule_.loose, 4 + (y & 1)); }
  void Fill(const LayerRows& in, int64_t y) {
    FillByCell(in, y, {Rests(y), LooseRests(y), Scales(y)});
  }
  float* Cells(bool vary, int64_t row) {
    return vary ? cells_.data() + row * stride_ + kLead : nullptr;
  }
  void Edges(const LayerRows& in, int64_t y);

  static constexpr int64_t kLead = 16;  // words before column 0

  const Window window_;
  const int64_t pass_;
  const uint64_t seed_;
  const PairExchangeRule rule_;
  const int64_t stride_;
  std::vector<int32_t> amounts_;
  std::vector<float> cells_;  // of two rows: rests, scales, loose rests
  ByCell varies_;
  bool primed_ = false;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_PAIR_EXCHANGE_H_
