#ifndef TALUS_SIM_FLOW_HYDRAULIC_GEOMETRY_H_
#define TALUS_SIM_FLOW_HYDRAULIC_GEOMETRY_H_

#include <cmath>

namespace talus {

inline constexpr double kSecondsPerYear = 31557600;  // Julian

// How a river grows downstream (Leopold and Maddock, 1953: powers of its
// discharge). The defaults are those of bankfull rivers of all continents.
//
// Based on: Andreadis, Schumann, Pavelsky. A simple global river bankfull width
// and depth database. Water Resour. Res. 49, 2013. doi:10.1002/wrcr.20440
struct HydraulicGeometry {
  double width_factor = 7.2;     // metres at 1 m^3/s
  double width_exponent = 0.5;   // w ~ Q^0.5
  double depth_factor = 0.27;    // metres at 1 m^3/s
  double depth_exponent = 0.30;  // d ~ Q^0.3

  double Width(double discharge_m3_s) const {
    return width_factor * std::pow(discharge_m3_s, width_exponent);
  }
  double Depth(double discharge_m3_s) const {
    return depth_factor * std::pow(discharge_m3_s, depth_exponent);
  }
};

// What runs off an area, m^3/s, where `runoff_m` metres of water a year do.
inline double DischargeOf(double area_m2, double runoff_m) {
  return area_m2 * runoff_m / kSecondsPerYear;
}

}  // namespace talus

#endif  // TALUS_SIM_FLOW_HYDRAULIC_GEOMETRY_H_
