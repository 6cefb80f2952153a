#ifndef TALUS_SIM_STAGES_PAIR_EXCHANGE_H_
#define TALUS_SIM_STAGES_PAIR_EXCHANGE_H_

#include <cstdint>
#include <vector>

#include "sim/stage/stage.h"

namespace talus {

// Ground that moves between pairs of neighbours, each pair by itself: over each
// of the four edges of a cell (E, SE, S, SW) the higher side gives `share *
// (difference - rest)` in whole quanta, rounded once without bias.
struct PairExchangeRule {
  float orthogonal_share =
      0;  // of the excess, over edges to E and S; at most 1/4
  float diagonal_share = 0;  // over edges to SE and SW
  // Difference in quanta that stays between orthogonal neighbours; sqrt(2)
  // times as much between diagonal ones.
  float rest = 0;
};

// One pass of such an exchange: halo 1, closed. Writes height and, where they
// are there, wear and deposition.
//
// An edge is computed once: those to the south are kept for the next row.
class PairExchangeSweep : public Sweep {
 public:
  PairExchangeSweep(const Window& window, int64_t pass, uint64_t seed,
                    const PairExchangeRule& rule);
  void Row(const LayerRows& in, int64_t y, const LayerRows& out,
           Ledger* ledger) final;

 private:
  // Whether RestRow gives a difference for each cell in place of the rule's;
  // the same for all rows of a sweep.
  virtual bool RestVaries(const LayerRows&) const { return false; }
  // Writes rest[i] for -1 <= i <= width: the difference that stays where cell i
  // of row y is the higher one.
  virtual void RestRow(const LayerRows&, int64_t, float*) {}

  enum Edge { kE, kSE, kS, kSW };

  // Amounts over the edges of row y, positive toward the named neighbour;
  // parity of y picks the buffer.
  int32_t* Amounts(Edge edge, int64_t y) {
    return amounts_.data() + ((y & 1) * 4 + edge) * stride_ + kLead;
  }
  float* Rests(int64_t y) { return rests_.data() + (y & 1) * stride_ + kLead; }
  void Edges(const LayerRows& in, int64_t y);

  static constexpr int64_t kLead = 16;  // words before column 0

  const Window window_;
  const int64_t pass_;
  const uint64_t seed_;
  const PairExchangeRule rule_;
  const int64_t stride_;
  std::vector<int32_t> amounts_;
  std::vector<float> rests_;
  bool rest_varies_ = false;
  bool primed_ = false;
};

}  // namespace talus

#endif  // TALUS_SIM_STAGES_PAIR_EXCHANGE_H_
