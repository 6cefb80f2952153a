#ifndef TALUS_SIM_STAGES_FLUVIAL_INCISION_ROWS_H_
#define TALUS_SIM_STAGES_FLUVIAL_INCISION_ROWS_H_

#include <cstdint>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"

// The inner loops of fluvial incision, row by row.
namespace talus {

struct IncisionConstants {
  float cell_area = 0;  // m^2
  float flow_exponent = 4;
  float area_exponent = 0.5f;
  float slope_exponent = 1;
  float cut_per_drop = 0;    // quanta cut per sqrt(area) and quantum of drop a
                             // cell; where m = 1/2 and n = 1
  float cut = 0;             // quanta cut where area and slope are 1
  float slope_per_drop = 0;  // slope per quantum of drop a cell
  float creep = 0;           // D dt / l^2
  float lay_per_area = 0;  // most quanta laid down in a pass, for each m^2 that
                           // drains into the cell
  float lay_drop = 0;  // drop a cell, in quanta, up to which rivers lay down
  int32_t base = -kMaxQuanta;  // not cut below
  int32_t ghost = kMaxQuanta;  // ground behind an OPEN border lies no higher
};

// Edges of row y toward its neighbours: the drop a cell to the power p,
// negative where the neighbour is higher.
struct IncisionEdgeArgs {
  const int32_t* row;
  const int32_t* below;
  const int32_t* mask;  // nullptr where all is inside
  const int32_t* mask_below;
  IncisionConstants c;
  int32_t n;
  float* e;
  float* se;
  float* s;
  float* sw;
};
void RunIncisionEdges(const IncisionEdgeArgs& a);

// The edges that meet in the cells of a row.
struct IncisionEdges {
  const float* e;
  const float* se;
  const float* s;
  const float* sw;
  const float* from_nw;
  const float* from_n;
  const float* from_ne;
};

// What a cell hands down per power of drop: its area over the sum over its
// lower neighbours.
struct IncisionRouteArgs {
  IncisionEdges edges;
  const float* flow;
  float cell_area;
  int32_t n;
  float* ratio;
};
void RunIncisionRoute(const IncisionRouteArgs& a);

// New area and new height of a row. Rows [0..2] are the one to the north, this
// one and the one to the south.
struct IncisionCutArgs {
  IncisionEdges edges;
  const float* ratio[3];
  const int32_t* height[3];
  const int32_t* mask[3];
  const float* flow;
  const float* hardness;
  // Factors of erodibility, of laying down and of the drop up to which it goes
  // on and, in the three rows, of creep; nullptr where none of them varies.
  const float* erodibility;
  const float* laying;
  const float* lay_drop;
  const float* creep[3];
  IncisionConstants c;
  uint32_t key;
  uint32_t x;
  int32_t n;
  int32_t* height_out;
  float* flow_out;
};
void RunIncisionCut(const IncisionCutArgs& a);

}  // namespace talus

#endif  // TALUS_SIM_STAGES_FLUVIAL_INCISION_ROWS_H_
