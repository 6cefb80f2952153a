#ifndef TALUS_SIM_BASE_MATH_H_
#define TALUS_SIM_BASE_MATH_H_

#include <bit>
#include <cstdint>

#include "sim/base/isa.h"

// Transcendental functions of our own: the machine's libm differs from machine
// to machine, and its calls do not vectorise. Only + - * / and integers, no
// branches; each call gives the same bits on every instruction set. The
// polynomials are minimax fits (Lawson's iteration on Chebyshev nodes).
namespace talus {

// log2(x) for normal x > 0, within 2e-7 relative or 1 ulp of the exponent's
// magnitude, whichever is larger. Zero, negative and denormal x count as
// 2^-126.
TALUS_INLINE float Log2(float x) {
  constexpr int32_t kSqrtHalf = 0x3f3504f3;  // bits of sqrt(1/2)
  const float positive = x < 0x1p-126f ? 0x1p-126f : x;
  const int32_t bits = std::bit_cast<int32_t>(positive) - kSqrtHalf;
  const float exponent = static_cast<float>(bits >> 23);
  const float r = std::bit_cast<float>((bits & 0x7fffff) + kSqrtHalf) - 1.0f;
  float p = 0.125835374f;
  p = p * r - 0.207268938f;
  p = p * r + 0.21571584f;
  p = p * r - 0.238944948f;
  p = p * r + 0.287916243f;
  p = p * r - 0.360703677f;
  p = p * r + 0.480910629f;
  p = p * r - 0.721347332f;
  p = p * r + 1.44269502f;
  return exponent + p * r;
}

// 2^x within 2e-7 relative; x is held to [-126, 127]. Whole x give exact
// powers.
TALUS_INLINE float Exp2(float x) {
  const float low = x < -126.0f ? -126.0f : x;
  const float held = low > 127.0f ? 127.0f : low;
  const int32_t whole = static_cast<int32_t>(held + 126.5f) - 126;
  const float f = held - static_cast<float>(whole);
  float p = 0.000153458081f;
  p = p * f + 0.00133999309f;
  p = p * f + 0.00961848907f;
  p = p * f + 0.0555032864f;
  p = p * f + 0.240226462f;
  p = p * f + 0.693147182f;
  p = p * f + 1.0f;
  return p * std::bit_cast<float>((whole + 127) << 23);
}

// x^y for x >= 0, within 1e-7 (2 + |y log2 x|) relative. 0 where x is 0 (or
// denormal) and y > 0.
TALUS_INLINE float Pow(float x, float y) {
  const float p = Exp2(y * Log2(x));
  // Two selects: g++ does not vectorise a joint condition.
  const float at_zero = y > 0.0f ? 0.0f : p;
  return x < 0x1p-126f ? at_zero : p;
}

// sin(pi t) for |t| <= 1/2, within 2e-6 absolute.
TALUS_INLINE float SinPi(float t) {
  const float u = t * t;
  float p = -0.558396041f;
  p = p * u + 2.54360485f;
  p = p * u - 5.16736794f;
  p = p * u + 3.14158964f;
  return p * t;
}

// cos(pi t) for |t| <= 1/2, within 1e-6 absolute.
TALUS_INLINE float CosPi(float t) {
  const float u = t * t;
  float p = 0.21969679f;
  p = p * u - 1.33188021f;
  p = p * u + 4.05841208f;
  p = p * u - 4.934793f;
  p = p * u + 0.99999994f;
  return p;
}

// The angle whose tangent is t >= 0, in degrees, within 4e-5 absolute; 90 where
// t is infinite.
TALUS_INLINE float AtanDegrees(float t) {
  const float r = t < 1.0f ? t : 1.0f / t;
  const float u = r * r;
  float p = 0.438218415f;
  p = p * u - 2.08329916f;
  p = p * u + 4.76279497f;
  p = p * u - 7.70505857f;
  p = p * u + 11.3858404f;
  p = p * u - 19.0942078f;
  p = p * u + 57.2957344f;
  p = p * r;
  return t < 1.0f ? p : 90.0f - p;
}

// The tangent of an angle in [0, 90) degrees, within 1e-13 relative; for
// parameters, not for kernels.
inline double TanDegrees(double degrees) {
  constexpr double kRadians = 0.017453292519943295;
  // Series of sine and cosine up to 45 degrees; the rest by the complement.
  const bool steep = degrees > 45.0;
  const double x = (steep ? 90.0 - degrees : degrees) * kRadians;
  const double u = x * x;
  double sine = 0.0;
  double cosine = 0.0;
  for (int n = 9; n >= 1; --n) {
    sine = 1.0 - u / ((2.0 * n) * (2.0 * n + 1.0)) * (n == 9 ? 1.0 : sine);
    cosine = 1.0 - u / ((2.0 * n - 1.0) * (2.0 * n)) * (n == 9 ? 1.0 : cosine);
  }
  return steep ? cosine / (x * sine) : x * sine / cosine;
}

}  // namespace talus

#endif  // TALUS_SIM_BASE_MATH_H_
