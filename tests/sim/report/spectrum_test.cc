#include "sim/report/spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sim/base/fixed.h"
#include "sim/base/hash.h"
#include "sim/flow/drainage.h"

namespace talus {
namespace {

constexpr int kCells = 256;

// Lines of waves of random phase whose power is that of `power(wave number)`.
Transects LinesOf(const std::function<double(int)>& power) {
  Transects lines(120, std::vector<double>(kCells, 0.0));
  for (size_t line = 0; line < lines.size(); ++line) {
    for (int wave = 1; wave < kCells / 2; ++wave) {
      const double phase =
          2 * M_PI *
          UnitFloat(CellHash(RowKey(4, 0, 0, static_cast<int64_t>(line)),
                             static_cast<uint32_t>(wave)));
      const double size = std::sqrt(power(wave));
      for (int i = 0; i < kCells; ++i) {
        lines[line][static_cast<size_t>(i)] +=
            size * std::cos(2 * M_PI * wave * i / kCells + phase);
      }
    }
  }
  return lines;
}

TEST(Spectrum, FindsTheExponentThatLinesWereGiven) {
  for (const double beta : {1.0, 2.0, 3.0}) {
    const Spectrum s = SpectrumOf(
        LinesOf([&](int wave) { return std::pow(wave, -beta); }), 10);
    EXPECT_NEAR(*s.exponent(), beta, 0.1);
    EXPECT_FALSE(s.bend.has_value()) << "a power law has none";
  }
}

TEST(Spectrum, FindsWhereThePowerRollsOff) {
  // Beyond wave 16 of 256 cells of 10 m, which is 160 m long.
  const Spectrum s =
      SpectrumOf(LinesOf([](int wave) {
                   return wave <= 16 ? std::pow(wave, -2.0)
                                     : std::pow(16, 2.5) * std::pow(wave, -4.5);
                 }),
                 10);
  ASSERT_TRUE(s.bend.has_value());
  EXPECT_NEAR(std::pow(10, -s.bend->x), 160, 40);
  EXPECT_NEAR(*s.exponent(), 2, 0.25);
  EXPECT_NEAR(-s.bend->after.slope, 4.5, 0.4);
}

TEST(Spectrum, PowerIsTheVarianceOverTheWidthOfItsBand) {
  // White noise of variance v has the power 2 v cell at all frequencies.
  Transects lines(200, std::vector<double>(kCells));
  for (size_t line = 0; line < lines.size(); ++line) {
    for (size_t i = 0; i < kCells; ++i) {
      lines[line][i] =
          UnitFloat(CellHash(RowKey(5, 0, 0, static_cast<int64_t>(line)),
                             static_cast<uint32_t>(i)));
    }
  }
  for (const Point& p : SpectrumOf(lines, 10).power) {
    EXPECT_NEAR(std::pow(10, p.y), 2.0 / 12 * 10, 0.6) << p.x;
  }
}

TEST(Spectrum, ATiltHasNoPower) {
  const Transects tilt(9, [] {
    std::vector<double> line(kCells);
    for (size_t i = 0; i < line.size(); ++i) line[i] = 3.0 * i;
    return line;
  }());
  for (const Point& p : SpectrumOf(tilt, 10).power) EXPECT_LT(p.y, -15);
}

TEST(Transects, AreOfOneLengthAndKeepClearOfHoles) {
  Plane<int32_t> ground({0, 0, 200, 150});
  for (int64_t y = 0; y < 150; ++y) {
    for (int64_t x = 0; x < 200; ++x) {
      *ground.At(x, y) = QuantaFromMeters(static_cast<double>(x));
    }
    *ground.At(90, y) = Drainage::kNoData;
  }
  // Columns are whole but one; rows are cut to pieces shorter than them.
  const Transects columns = TransectsOf(ground);
  EXPECT_EQ(columns.size(), 199);
  for (const auto& t : columns) EXPECT_EQ(t.size(), 150);
  for (int64_t x = 0; x < 200; ++x) *ground.At(x, 70) = Drainage::kNoData;
  const Transects halves = TransectsOf(ground);
  EXPECT_EQ(halves.size(), 149 * 2 + 199);
  for (const auto& t : halves) EXPECT_EQ(t.size(), 75);
  ground.Fill(Drainage::kNoData);
  EXPECT_TRUE(TransectsOf(ground).empty());
  EXPECT_FALSE(SpectrumOf({}, 10).exponent().has_value());
}

}  // namespace
}  // namespace talus
