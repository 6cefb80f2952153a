#ifndef TALUS_SIM_STAGES_SCREE_ROWS_H_
#define TALUS_SIM_STAGES_SCREE_ROWS_H_

#include <cstdint>

// The inner loops of ground with a cover of loose material. Rock breaks off
// where it stands above the ground beside it by more than its own rest, and
// becomes cover; cover slides wherever the ground falls by more than the rest
// of loose material. Of what crosses an edge the giver's cover goes first, at
// most an eighth of it over each of its eight edges, so that it never gives
// more than there is.
namespace talus {

// A rest of ground that never slides, its cover neither: larger than any
// difference of two heights.
inline constexpr float kNeverSlides = 4e9f;

// Edges of row y, as PairExchangeSweep has them.
struct ScreeEdgeArgs {
  const int32_t* row;  // heights of row y and of the row south of it
  const int32_t* below;
  const int32_t* loose;  // depth of cover in both rows
  const int32_t* loose_below;
  const int32_t* mask;  // nullptr where all is inside
  const int32_t* mask_below;
  const float* rests;  // of the rock of both rows
  const float* rests_below;
  const float* loose_rests;  // quanta between orthogonal neighbours
  const float* loose_rests_below;
  const float* scales;  // of both shares
  const float* scales_below;
  float orthogonal_share;
  float diagonal_share;
  uint32_t key;
  uint32_t x;  // of column 0
  int32_t n;   // width
  // What crosses the edges to E, SE, S and SW, positive toward that neighbour:
  // all of it, and what of it is cover.
  int32_t* all[4];
  int32_t* cover[4];
};
void RunScreeEdges(const ScreeEdgeArgs& a);

// The cover after a pass: all that is received becomes loose.
struct ScreeCoverArgs {
  const int32_t* loose;
  // Over the edges to E, SE, S and SW of this row, and to SE, S and SW of the
  // row north of it.
  const int32_t* all[7];
  const int32_t* cover[7];
  int32_t n;
  int32_t* out;
};
void RunScreeCover(const ScreeCoverArgs& a);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_SCREE_ROWS_H_
