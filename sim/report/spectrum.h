#ifndef TALUS_SIM_REPORT_SPECTRUM_H_
#define TALUS_SIM_REPORT_SPECTRUM_H_

#include <optional>
#include <vector>

#include "sim/base/plane.h"
#include "sim/report/line_fit.h"

namespace talus {

// How much relief a terrain has at each wavelength, along straight lines.
struct Spectrum {
  // Mean power of transects, ascending: log10 of cycles a metre, log10 of m^3.
  std::vector<Point> power;
  // What it was fitted by: one line, or a bend where one is plain. Unset where
  // there is too little.
  std::optional<Line> line;
  std::optional<Bend> bend;

  // beta of power ~ frequency^-beta, towards long waves from the bend.
  std::optional<double> exponent() const {
    if (bend) return -bend->before.slope;
    if (line) return -line->slope;
    return std::nullopt;
  }
};

// Straight pieces of one length along rows and columns, none over cells without
// data; heights in metres. At most about a thousand, spread over the raster.
using Transects = std::vector<std::vector<double>>;
Transects TransectsOf(const Plane<int32_t>& quanta);

// A line is taken off each transect and a Hann window laid over it.
// REQUIRES: all of one length.
Spectrum SpectrumOf(const Transects& transects, double cell_m);

}  // namespace talus

#endif  // TALUS_SIM_REPORT_SPECTRUM_H_
