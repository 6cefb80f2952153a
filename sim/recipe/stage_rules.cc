#include "sim/recipe/stage_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/fixed.h"
#include "sim/recipe/params.h"
#include "sim/recipe/share_layers.h"
#include "sim/stage/layer.h"
#include "talus/v1/layers.pb.h"
#include "talus/v1/recipe.pb.h"
#include "talus/v1/stages.pb.h"

namespace talus {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::Message;

void CheckMultiscale(const v1::Multiscale& m, const std::string& path,
                     Violations* out) {
  const int64_t levels = int64_t{m.coarsest_level()} + 1;
  if (m.rounds_size() <= levels) return;
  out->Add(JoinPath(path, "rounds"),
           absl::StrCat("has ", m.rounds_size(), " numbers for ", levels,
                        " levels (coarsest_level = ", m.coarsest_level(),
                        "); remove the last ones or raise coarsest_level"));
}

void CheckGradientNoise(const v1::GradientNoise& m, const std::string& path,
                        Violations* out) {
  if (static_cast<uint32_t>(m.octave_offsets_size()) > m.octaves()) {
    out->Add(JoinPath(path, "octave_offsets"),
             absl::StrCat("has ", m.octave_offsets_size(), " offsets for ",
                          m.octaves(), " octaves; remove the last ones"));
  }
}

template <typename RasterMessage>
void CheckRaster(const RasterMessage& m, const std::string& path,
                 Violations* out) {
  if (!m.has_sha256() || IsSha256Hex(m.sha256())) return;
  out->Add(JoinPath(path, "sha256"),
           "is not 64 lower-case hexadecimal digits; write the SHA-256 of the "
           "raster's content");
}

void CheckHeightCurve(const v1::HeightCurve& m, const std::string& path,
                      Violations* out) {
  const std::string points = JoinPath(path, "points");
  if (m.points_size() == 1) {
    out->Add(points, "has one point; a curve needs at least two");
  }
  // The option on the field reports a list that is longer.
  const int listed = std::min(m.points_size(), 64);
  for (int i = 1; i < listed; ++i) {
    const double before = m.points(i - 1).from_m();
    const double here = m.points(i).from_m();
    if (std::isnan(here) || std::isnan(before) ||
        QuantaFromMeters(here) > QuantaFromMeters(before)) {
      continue;
    }
    out->Add(JoinPath(ElementPath(points, i), "from_m"),
             absl::StrCat("= ", FormatNumber(here),
                          " does not lie above the point before (",
                          FormatNumber(before), " m); sort the points"));
  }
}

// The upper end of a band lies above the lower one.
void CheckBand(const std::string& path, const std::string& low_name, double low,
               const std::string& high_name, double high, Violations* out) {
  if (!(high <= low)) return;
  out->Add(JoinPath(path, high_name),
           absl::StrCat("= ", FormatNumber(high), " is not above ", low_name,
                        " = ", FormatNumber(low), "; raise it"));
}

void CheckThermalErosion(const v1::ThermalErosion& m, const std::string& path,
                         Violations* out) {
  if (m.hard_talus_angle_deg() < m.talus_angle_deg()) {
    out->Add(JoinPath(path, "hard_talus_angle_deg"),
             absl::StrCat("= ", FormatNumber(m.hard_talus_angle_deg()),
                          " is below talus_angle_deg = ",
                          FormatNumber(m.talus_angle_deg()),
                          "; hard ground rests at least as steep as soft, "
                          "raise it"));
  }
  if (m.has_band_min_m() && m.has_band_max_m()) {
    CheckBand(path, "band_min_m", m.band_min_m(), "band_max_m", m.band_max_m(),
              out);
  }
}

// Sources of shares write layers of shares.
template <typename Source>
void CheckShareLayer(const Source& m, const std::string& path,
                     Violations* out) {
  const int layer = static_cast<int>(m.layer()) - 1;
  if (!v1::Layer_IsValid(m.layer()) || layer < 0 ||
      IsShare(static_cast<Layer>(layer))) {
    return;  // what is no layer at all, the option on the field reports
  }
  out->Add(JoinPath(path, "layer"),
           absl::StrCat("= ", v1::Layer_Name(m.layer()),
                        " holds no shares in [0, 1]; set one of ",
                        ShareLayersText()));
}

void CheckLayerHeight(const v1::LayerHeight& m, const std::string& path,
                      Violations* out) {
  CheckShareLayer(m, path, out);
  if (m.has_min_m() && m.has_max_m()) {
    CheckBand(path, "min_m", m.min_m(), "max_m", m.max_m(), out);
  }
}

void CheckLayerSlope(const v1::LayerSlope& m, const std::string& path,
                     Violations* out) {
  CheckShareLayer(m, path, out);
  CheckBand(path, "min_deg", m.min_deg(), "max_deg", m.max_deg(), out);
}

void CheckLayerRaster(const v1::LayerRaster& m, const std::string& path,
                      Violations* out) {
  CheckShareLayer(m, path, out);
  CheckRaster(m, path, out);
  if (std::isfinite(m.zero()) && std::isfinite(m.one()) &&
      QuantaFromMeters(m.zero()) == QuantaFromMeters(m.one())) {
    out->Add(JoinPath(path, "one"),
             absl::StrCat("= ", FormatNumber(m.one()),
                          " is the same as zero; set the value of the raster "
                          "that stands for a share of 1"));
  }
}

struct Rule {
  const Descriptor* type;
  void (*check)(const Message& message, const std::string& path,
                Violations* out);
};

// A row for a message type and its check.
template <typename T, void (*kCheck)(const T&, const std::string&, Violations*)>
Rule MakeRule() {
  return {T::descriptor(),
          [](const Message& message, const std::string& path, Violations* out) {
            kCheck(static_cast<const T&>(message), path, out);
          }};
}

}  // namespace

void CheckStageRules(const Message& message, const std::string& path,
                     Violations* violations) {
  static const std::array rules = {
      MakeRule<v1::Multiscale, CheckMultiscale>(),
      MakeRule<v1::GradientNoise, CheckGradientNoise>(),
      MakeRule<v1::Raster, CheckRaster<v1::Raster>>(),
      MakeRule<v1::HeightCurve, CheckHeightCurve>(),
      MakeRule<v1::ThermalErosion, CheckThermalErosion>(),
      MakeRule<v1::LayerNoise, CheckShareLayer<v1::LayerNoise>>(),
      MakeRule<v1::LayerHeight, CheckLayerHeight>(),
      MakeRule<v1::LayerSlope, CheckLayerSlope>(),
      MakeRule<v1::LayerCurvature, CheckShareLayer<v1::LayerCurvature>>(),
      MakeRule<v1::LayerRaster, CheckLayerRaster>(),
      MakeRule<v1::LayerCatchment, CheckShareLayer<v1::LayerCatchment>>(),
      MakeRule<v1::LayerOrographicRain,
               CheckShareLayer<v1::LayerOrographicRain>>(),
  };
  for (const Rule& rule : rules) {
    if (rule.type == message.GetDescriptor()) {
      rule.check(message, path, violations);
    }
  }
}

}  // namespace talus
