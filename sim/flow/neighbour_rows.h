#ifndef TALUS_SIM_FLOW_NEIGHBOUR_ROWS_H_
#define TALUS_SIM_FLOW_NEIGHBOUR_ROWS_H_

#include <cstdint>

// What a row of cells sees in its eight neighbours, compiled for every
// instruction set. `stride` leads from a row of levels or bytes to the next.
namespace talus {

// Levels of what is no land: above all land, so that nothing drains there by
// slope.
inline constexpr int32_t kOpenVoid = INT32_MAX;  // water leaves to it
inline constexpr int32_t kClosedVoid = INT32_MAX - 1;

// Bit k of lower[x]: neighbour k comes before the cell by level, then by row.
// Void cells have only the bit of their north neighbour. outlet[x] becomes 1 at
// land beside an open void or not above `base_level`.
void MarkLower(const int32_t* level, int64_t stride, int64_t width,
               int32_t base_level, uint8_t* lower, uint8_t* outlet);

// level[x] = max(level[x], flood[label[x]]).
void RaiseToFlood(const uint32_t* label, const int32_t* flood, int64_t width,
                  int32_t* level);

// Which way a cell drains: the number of a neighbour, or
inline constexpr uint8_t kLevelGround = 8;  // none is lower
inline constexpr uint8_t kOutlet = 9;
inline constexpr uint8_t kVoid = 10;

// The way down the steepest slope, drops over diagonals counting 1 / sqrt(2);
// of equals the first row by row.
void SteepestWay(const int32_t* level, int64_t stride, int64_t width,
                 const uint8_t* outlet, uint8_t* way);

// Of cells that are kLevelGround: bit k of alike[x] where neighbour k has the
// cell's level, and border[x] = 1 where one of those is not kLevelGround. 0 of
// all others.
void MarkLevelGround(const int32_t* level, const uint8_t* way, int64_t stride,
                     int64_t width, uint8_t* alike, uint8_t* border);

// Bit k of donors[x]: neighbour k drains here.
void MarkDonors(const uint8_t* way, int64_t stride, int64_t width,
                uint8_t* donors);

}  // namespace talus

#endif  // TALUS_SIM_FLOW_NEIGHBOUR_ROWS_H_
