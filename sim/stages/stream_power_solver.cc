#include "sim/stages/stream_power_solver.h"

#include <algorithm>

#include "sim/base/math.h"

namespace talus::stream_power {
namespace {

// The root in [0, 1] of v^q + g v = 1, for q > 1 and g > 0. The left side is
// convex and grows, so Newton's method from the right of the root never
// overshoots.
double RootOf(double q, double g) {
  constexpr int kMostSteps = 24;
  constexpr double kClose = 1e-7;  // the accuracy of Pow
  double v = std::min(1.0, 1.0 / g);
  for (int i = 0; i < kMostSteps; ++i) {
    const double power = static_cast<double>(
        Pow(static_cast<float>(v), static_cast<float>(q - 1.0)));
    const double step = (power * v + g * v - 1.0) / (q * power + g);
    v -= step;
    if (step <= kClose * v) break;
  }
  return std::clamp(v, 0.0, 1.0);
}

}  // namespace

double DropAfter(double start_m, double cut, double length_m,
                 double slope_exponent) {
  if (cut <= 0) return start_m;
  const double slope = start_m / length_m;
  if (slope_exponent == 1.0) return start_m / (1.0 + cut / length_m);
  // With u = x / start: u - 1 + g u^n = 0.
  const double n = slope_exponent;
  const double g = cut / start_m *
                   static_cast<double>(
                       Pow(static_cast<float>(slope), static_cast<float>(n)));
  if (g <= 0) return start_m;
  if (n < 1.0) {
    // In v = u^n it has the same form, v^(1/n) + g v = 1.
    const double v = RootOf(1.0 / n, g);
    const double u = static_cast<double>(
        Pow(static_cast<float>(v), static_cast<float>(1.0 / n)));
    return start_m * std::min(u, 1.0);
  }
  // g u^n + u = 1; with w = g^(1/n) u: w^n + g^(-1/n) w = 1.
  const double scale = static_cast<double>(
      Pow(static_cast<float>(g), static_cast<float>(-1.0 / n)));
  return start_m * std::min(scale * RootOf(n, scale), 1.0);
}

}  // namespace talus::stream_power
