#include "sim/recipe/stage_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/fixed.h"
#include "sim/recipe/params.h"
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

void CheckRaster(const v1::Raster& m, const std::string& path,
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
  if (m.has_band_min_m() && m.has_band_max_m() &&
      m.band_max_m() <= m.band_min_m()) {
    out->Add(JoinPath(path, "band_max_m"),
             absl::StrCat("= ", FormatNumber(m.band_max_m()),
                          " is not above band_min_m = ",
                          FormatNumber(m.band_min_m()), "; raise it"));
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
      MakeRule<v1::Raster, CheckRaster>(),
      MakeRule<v1::HeightCurve, CheckHeightCurve>(),
      MakeRule<v1::ThermalErosion, CheckThermalErosion>(),
  };
  for (const Rule& rule : rules) {
    if (rule.type == message.GetDescriptor()) {
      rule.check(message, path, violations);
    }
  }
}

}  // namespace talus
