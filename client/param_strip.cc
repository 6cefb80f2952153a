#include "client/param_strip.h"

#include <google/protobuf/text_format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "client/layer_stats.h"
#include "client/pictures.h"
#include "client/region_job.h"
#include "client/sea_level.h"
#include "sim/base/status_macros.h"
#include "sim/export/relief.h"
#include "sim/recipe/share_layers.h"
#include "sim/recipe/shown_values.h"
#include "sim/recipe/stage_message.h"

namespace talus {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;

constexpr int64_t kEdge = 128;  // pixels of a picture
constexpr int64_t kGap = 4;
constexpr int64_t kMemoryBytes = int64_t{1} << 30;

// The last stage of the list, and of the groups in it, that is a `process`.
Message* LastProcess(google::protobuf::RepeatedPtrField<v1::Stage>* stages,
                     const FieldDescriptor& process) {
  Message* last = nullptr;
  for (v1::Stage& stage : *stages) {
    if (ProcessField(stage) == &process) {
      last = stage.GetReflection()->MutableMessage(&stage, &process);
    } else if (StagesOf(stage) != nullptr) {
      auto* inner = stage.has_repeat()
                        ? stage.mutable_repeat()->mutable_stages()
                        : stage.mutable_multiscale()->mutable_stages();
      if (Message* found = LastProcess(inner, process)) last = found;
    }
  }
  return last;
}

// Sets the parameter at `path` below the message to a value in text format, or
// unsets it where there is none.
absl::Status SetParam(Message* message, const std::string& path,
                      const std::string& value) {
  std::vector<std::string> steps = absl::StrSplit(path, '.');
  const std::string name = std::move(steps.back());
  steps.pop_back();
  for (const std::string& step : steps) {
    const auto& reflection = *message->GetReflection();
    const FieldDescriptor* field = message->GetDescriptor()->FindFieldByName(
        std::string(absl::StripSuffix(step, "[]")));
    if (!field->is_repeated()) {
      message = reflection.MutableMessage(message, field);
      continue;
    }
    const int size = reflection.FieldSize(*message, field);
    if (size == 0) {
      return absl::NotFoundError(absl::StrCat(step, " is empty"));
    }
    message = reflection.MutableRepeatedMessage(message, field, size / 2);
  }
  const FieldDescriptor* field =
      message->GetDescriptor()->FindFieldByName(name);
  message->GetReflection()->ClearField(message, field);
  if (value.empty() ||
      TextFormat::ParseFieldValueFromString(value, field, message)) {
    return absl::OkStatus();
  }
  return absl::InternalError(absl::StrCat(path, " does not take ", value));
}

// A picture to be drawn.
struct Land {
  FinishedRegion region;
  Rect shown;
  double cell_m;
  Layer layer;
  std::optional<double> sea_m;
};

absl::StatusOr<Land> MakeLand(RegionSource& source, const RasterSet& rasters,
                              v1::Recipe recipe,
                              const FieldDescriptor& process) {
  RegionQuery query;
  query.rasters = rasters;
  TALUS_ASSIGN_OR_RETURN(query.recipe, Canonicalize(recipe));
  TALUS_ASSIGN_OR_RETURN(const auto program, CompileQuery(query));
  RegionRequest& request = query.request;
  Rect shown = {0, 0, kEdge, kEdge};
  request.region = Grow(shown, 1);  // for the light
  std::optional<Rect> domain = program->DomainAt(0);
  while (domain && domain->width() > kEdge) {
    domain = program->DomainAt(++request.level);
  }
  if (domain) request.region = shown = *domain;
  recipe = query.recipe.recipe;
  const Layer layer =
      ShareLayerOf(*LastProcess(recipe.mutable_stages(), process))
          .value_or(Layer::kHeight);
  request.layers = LayersOfRelief(program->layers());
  request.layers.Add(layer);
  TALUS_ASSIGN_OR_RETURN(
      FinishedRegion region,
      MakeRegion(source, query, kMemoryBytes, "", {}, nullptr));
  return Land{std::move(region), shown, program->cell_m(request.level), layer,
              SeaLevelOf(recipe)};
}

// Lowest and highest ground of all, above the sea where there is one.
std::pair<double, double> TintOf(absl::Span<const Land> lands) {
  std::pair<double, double> tint = {INFINITY, -INFINITY};
  for (const Land& land : lands) {
    const LayerRange range = RangeOf(
        Layer::kHeight, land.region.mosaic.View(Layer::kHeight, land.shown));
    tint.first = std::min(tint.first,
                          std::max(range.min, land.sea_m.value_or(range.min)));
    tint.second = std::max(tint.second, range.max);
  }
  return tint;
}

RgbImage Draw(const Land& land, const std::pair<double, double>& tint_m) {
  PictureSource source = {.mosaic = land.region.mosaic,
                          .region = land.shown,
                          .cell_m = land.cell_m};
  source.tint_m = tint_m;
  source.sea_m = land.sea_m;
  return land.layer == Layer::kHeight ? ReliefOf(source)
                                      : SharesOf(source, land.layer);
}

double Contrast(const RgbImage& a, const RgbImage& b) {
  double sum = 0;
  for (size_t i = 0; i < a.pixels.size(); ++i) {
    for (const int step :
         {a.pixels[i].r - b.pixels[i].r, a.pixels[i].g - b.pixels[i].g,
          a.pixels[i].b - b.pixels[i].b}) {
      sum += step * step;
    }
  }
  return std::sqrt(sum / (3.0 * static_cast<double>(a.pixels.size())));
}

ParamStrip SideBySide(const std::vector<RgbImage>& pictures) {
  const auto count = static_cast<int64_t>(pictures.size());
  const RgbImage& first = pictures.front();
  ParamStrip strip;
  strip.image = RgbImage(count * (first.width + kGap) - kGap, first.height,
                         {255, 255, 255});
  for (int64_t i = 0; i < count; ++i) {
    const RgbImage& picture = pictures[static_cast<size_t>(i)];
    for (int64_t y = 0; y < picture.height; ++y) {
      std::copy_n(picture.Row(y), picture.width,
                  strip.image.Row(y) + i * (first.width + kGap));
    }
    strip.contrast = std::max(strip.contrast, Contrast(first, picture));
  }
  return strip;
}

}  // namespace

absl::StatusOr<ParamStrip> MakeStrip(RegionSource& source,
                                     const RasterSet& rasters,
                                     const v1::Recipe& base,
                                     const FieldDescriptor& process,
                                     const ListedParam& param) {
  std::vector<Land> lands;
  for (const ShownValue& value : ShownValues(*param.field)) {
    v1::Recipe recipe = base;
    Message* message = LastProcess(recipe.mutable_stages(), process);
    if (message == nullptr) {
      return absl::NotFoundError(
          absl::StrCat("the recipe has no ", process.name()));
    }
    TALUS_RETURN_IF_ERROR(SetParam(message, param.path, value.text));
    TALUS_ASSIGN_OR_RETURN(
        Land land, MakeLand(source, rasters, std::move(recipe), process));
    lands.push_back(std::move(land));
  }
  const bool alone = param.field->enum_type() != nullptr;
  const auto tint = TintOf(lands);
  std::vector<RgbImage> pictures;
  for (const Land& land : lands) {
    pictures.push_back(
        Draw(land, alone ? TintOf(absl::MakeConstSpan(&land, 1)) : tint));
  }
  return SideBySide(pictures);
}

}  // namespace talus
