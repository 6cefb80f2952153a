#include <vector>

#include "absl/status/statusor.h"
#include "sim/stage/stage_context.h"
#include "sim/stages/pointwise.h"

namespace talus {
namespace {

// z = base + east * x + south * y at cell centres. The tilt is laid in whole
// quanta of 2^-20 m a half cell, so that it is exact at every distance and on
// every level.
class PlaneStage final : public PointwiseStage {
 public:
  PlaneStage(const v1::Plane& p, const StageContext& c)
      : PointwiseStage({.name = "plane",
                        .halo_cells = 0,
                        .reads = CombineReads(p.combine(), Layer::kHeight),
                        .writes = {Layer::kHeight}}),
        combine_(p.combine()),
        base_(QuantaFromMeters(p.base_m())),
        east_(HalfCellRise(p.slope_east(), c)),
        south_(HalfCellRise(p.slope_south(), c)) {}

  void WriteRow(const Window& window, const LayerRows& in, int64_t y,
                const LayerRows& out) const override {
    const int64_t n = window.rect.width();
    std::vector<int32_t> values(static_cast<size_t>(n));
    const __int128 row = (2 * y + 1) * south_;
    for (int64_t i = 0; i < n; ++i) {
      const __int128 rise = (2 * (window.rect.x0 + i) + 1) * east_ + row;
      values[static_cast<size_t>(i)] = Clamp(base_ + (rise >> kExtraBits));
    }
    CombineRow(combine_, values.data(),
               in.Has(Layer::kHeight) ? in.Quanta(Layer::kHeight, y) : nullptr,
               n, out.Quanta(Layer::kHeight, y));
  }

 private:
  static constexpr int kExtraBits = 20;  // below a quantum

  // Beyond an int64 at coarse levels.
  static __int128 HalfCellRise(double slope, const StageContext& c) {
    const double level0 = slope * c.level0_cell_m * 0.5 * 65536.0 *
                          static_cast<double>(1 << kExtraBits);
    return static_cast<__int128>(level0) * (int64_t{1} << c.level);
  }
  static int32_t Clamp(__int128 quanta) {
    if (quanta > kMaxQuanta) return kMaxQuanta;
    if (quanta < -kMaxQuanta) return -kMaxQuanta;
    return static_cast<int32_t>(quanta);
  }

  const v1::Combine combine_;
  const int32_t base_;
  const __int128 east_;
  const __int128 south_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Stage>> MakePlane(const v1::Plane& params,
                                                 const StageContext& context) {
  return std::make_unique<PlaneStage>(params, context);
}

}  // namespace talus
