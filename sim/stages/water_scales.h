#ifndef TALUS_SIM_STAGES_WATER_SCALES_H_
#define TALUS_SIM_STAGES_WATER_SCALES_H_

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/stage/layer_rows.h"
#include "sim/stage/parameter_scale.h"

// Constants of water erosion that differ from cell to cell.
namespace talus::water {

// What the exchange of a cell takes from the parameters that may be scaled.
enum CellConstant {
  kCapacity,
  kMinSin2,
  kInvFullDepthSum,
  kErodeShare,
  kSettleShare,
  kDryShare,
  kCapShare,
};
inline constexpr int kCellConstants = 7;

// A number that follows from a scaled parameter, by the share of the layer:
// exact for 256 steps of the share, straight in between, since most do not
// follow in proportion.
template <typename T>
class ShareTable {
 public:
  // `value` gives the number for a factor of the parameter.
  ShareTable(const ParameterScale& scale, const std::function<T(double)>& value)
      : layer_(scale.layer) {
    for (int k = 0; k <= kSteps; ++k) {
      values_[static_cast<size_t>(k)] =
          value(double{scale.At(static_cast<float>(k) / kSteps)});
    }
  }

  Layer layer() const { return layer_; }
  T At(float share) const {
    const float place = HeldShare(share) * kSteps;
    const auto k = static_cast<size_t>(place);
    if (k == kSteps) return values_[kSteps];
    const T part = static_cast<T>(place - static_cast<float>(k));
    return values_[k] + (values_[k + 1] - values_[k]) * part;
  }

 private:
  static constexpr int kSteps = 256;
  Layer layer_;
  std::array<T, kSteps + 1> values_;
};

// What of a stage is scaled.
struct Scales {
  struct Constant {
    CellConstant which;
    ShareTable<float> table;
  };
  std::vector<Constant> constants;
  std::optional<ShareTable<double>> rain;  // 2^-32 quanta a pass
  std::optional<ParameterScale> initial;
};

}  // namespace talus::water

#endif  // TALUS_SIM_STAGES_WATER_SCALES_H_
