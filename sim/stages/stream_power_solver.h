#ifndef TALUS_SIM_STAGES_STREAM_POWER_SOLVER_H_
#define TALUS_SIM_STAGES_STREAM_POWER_SOLVER_H_

#include <cstdint>

namespace talus::stream_power {

// How far a cell of a river stands above its receiver after an implicit step of
// dx/dt = -K A^m (x / L)^n, in metres; `start_m` > 0 is where it stands with
// the uplift of the step. `cut` is K dt A^m in metres, `length_m` is L. Between
// 0 and `start_m`, for any step.
double DropAfter(double start_m, double cut, double length_m,
                 double slope_exponent);

}  // namespace talus::stream_power

#endif  // TALUS_SIM_STAGES_STREAM_POWER_SOLVER_H_
