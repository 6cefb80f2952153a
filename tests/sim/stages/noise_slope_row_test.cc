#include "sim/stages/noise_slope_row.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/stages/lattice_rows.h"

namespace talus {
namespace {

using noise::kPiece;
using noise::kPieceSize;

// Lattice cells of 64 cells.
LatticeGrid Grid() {
  LatticeGrid grid{AxisOfLength(64), AxisOfLength(64), 11};
  grid.AddPhase();
  return grid;
}

struct Piece {
  float value[kPieceSize];
  float east[kPieceSize];
  float south[kPieceSize];
};

Piece RowAt(int64_t y) {
  LatticeRows rows(Grid(), 0, -30);
  rows.SetRow(y);
  Piece piece;
  noise::PerlinSlopeRow(rows.At(0), kPiece, piece.value, piece.east,
                        piece.south);
  return piece;
}

TEST(PerlinSlopeRow, HasTheValuesOfThePlainRow) {
  for (int64_t y = -40; y < 40; y += 7) {
    LatticeRows rows(Grid(), 0, -30);
    rows.SetRow(y);
    float plain[kPieceSize];
    noise::PerlinRow(rows.At(0), kPiece, plain);
    const Piece piece = RowAt(y);
    for (int i = 0; i < kPiece; ++i) ASSERT_EQ(piece.value[i], plain[i]);
  }
}

TEST(PerlinSlopeRow, HasTheDerivativesOfItsValues) {
  for (int64_t y = -70; y < 70; y += 3) {
    const Piece north = RowAt(y - 1), here = RowAt(y), south = RowAt(y + 1);
    for (int i = 1; i < kPiece - 1; ++i) {
      // Central differences over two of the 64 cells of a lattice cell.
      const double east = 32.0 * (here.value[i + 1] - here.value[i - 1]);
      const double down = 32.0 * (south.value[i] - north.value[i]);
      ASSERT_NEAR(here.east[i], east, 0.01) << i << " " << y;
      ASSERT_NEAR(here.south[i], down, 0.01) << i << " " << y;
    }
  }
}

}  // namespace
}  // namespace talus
