#include "server/request_check.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/status_macros.h"
#include "wire/region_messages.h"

namespace talus {
namespace {

constexpr uint32_t kSmallestTile = 64;
constexpr uint32_t kLargestStreamTile = 1024;
// Goes into one message.
constexpr uint32_t kLargestUnaryTile = 256;
static_assert(int64_t{4} * kLargestUnaryTile * kLargestUnaryTile <=
              kPayloadBytes);

int64_t CheckTileSize(uint32_t size, uint32_t largest, Violations* violations) {
  if (size == 0) return 256;
  const bool power = (size & (size - 1)) == 0;
  if (!power || size < kSmallestTile || size > largest) {
    std::string edges;
    for (uint32_t edge = kSmallestTile; edge <= largest; edge *= 2) {
      absl::StrAppend(&edges, edge, ", ");
    }
    violations->Add("tile_size",
                    absl::StrCat("= ", size, " is no edge of a tile; give ",
                                 edges, "or 0 for 256"));
  }
  return size;
}

v1::SampleFormat CheckFormat(v1::SampleFormat format, Violations* violations) {
  if (format == v1::SAMPLE_FORMAT_UNSPECIFIED) return v1::SAMPLE_FORMAT_F32;
  if (!v1::SampleFormat_IsValid(format)) {
    violations->Add("format", absl::StrCat("= ", static_cast<int>(format),
                                           " is no sample format; give 1 "
                                           "(float32) or 2 (native)"));
  }
  return format;
}

absl::Status CheckLevel(uint32_t level, const std::string& field) {
  if (level <= uint32_t{kMaxLevel}) return absl::OkStatus();
  return absl::OutOfRangeError(
      absl::StrCat(field, " = ", level, " is outside [0, ", kMaxLevel,
                   "]; ask for a level down to the recipe's coarsest"));
}

// Adds an error about one field, whose message begins with its path, to the
// violations, for it to be told with the others.
void AddField(const absl::Status& status, Violations* violations) {
  const std::string text(status.message());
  const size_t space = text.find(' ');
  violations->Add(text.substr(0, space), text.substr(space + 1));
}

void Append(const Violations& more, Violations* violations) {
  for (const FieldViolation& v : more.list()) violations->Add(v.path, v.reason);
}

// `parent` is the path of the message that has the field until_stage.
absl::StatusOr<CanonicalRecipe> CanonicalOf(const v1::Recipe& recipe,
                                            std::optional<uint32_t> until_stage,
                                            const std::string& parent) {
  TALUS_ASSIGN_OR_RETURN(CanonicalRecipe canonical, Canonicalize(recipe));
  if (!until_stage) return canonical;
  absl::StatusOr<CanonicalRecipe> cut = CutAfter(canonical, *until_stage);
  if (cut.ok()) return cut;
  return absl::Status(cut.status().code(),
                      absl::StrCat(parent, cut.status().message()));
}

absl::Status CheckInsideWorld(const Rect& rect, int level) {
  const Rect world = WorldAt(level);
  if (world.Contains(rect)) return absl::OkStatus();
  return absl::OutOfRangeError(
      absl::StrCat("columns [", rect.x0, ", ", rect.x1, ") and rows [", rect.y0,
                   ", ", rect.y1, ") leave the world, which at level ", level,
                   " is [", world.x0, ", ", world.x1, ") both ways"));
}

absl::Status CheckNear(const std::pair<int64_t, int64_t>& near, int level) {
  const Rect world = WorldAt(level);
  if (world.Contains(near.first, near.second)) return absl::OkStatus();
  return absl::OutOfRangeError(absl::StrCat(
      "near = (", near.first, ", ", near.second,
      ") leaves the world, which at level ", level, " is [", world.x0, ", ",
      world.x1, ") both ways; give a cell of the region"));
}

}  // namespace

absl::StatusOr<RegionQuestion> CheckRegion(
    const v1::StreamRegionRequest& request, const RequestLimits& limits,
    Violations* violations) {
  const v1::RegionSpec& spec = request.spec();
  RegionQuestion question;
  RegionRequest& region = question.request;
  region.level = static_cast<int>(std::min<uint32_t>(spec.level(), kMaxLevel));
  region.tile_size =
      CheckTileSize(request.tile_size(), kLargestStreamTile, violations);
  question.format = CheckFormat(request.format(), violations);
  if (request.has_near()) {
    region.near = {request.near().x(), request.near().y()};
  }
  if (spec.has_recipe()) {
    Append(ValidateRecipe(spec.recipe(), "spec.recipe"), violations);
  } else {
    violations->Add("spec.recipe", "is missing; name the landscape");
  }
  const absl::StatusOr<LayerSet> layers =
      LayersFromMessage(spec.layers(), "spec.layers");
  if (layers.ok()) {
    region.layers = *layers;
  } else {
    AddField(layers.status(), violations);
  }
  const absl::StatusOr<Rect> rect =
      RectFromMessage(spec.region(), "spec.region");
  if (rect.ok()) {
    region.region = *rect;
  } else if (absl::IsInvalidArgument(rect.status())) {
    AddField(rect.status(), violations);
  }
  if (!violations->empty()) return violations->ToStatus();

  TALUS_RETURN_IF_ERROR(rect.status());
  TALUS_RETURN_IF_ERROR(CheckLevel(spec.level(), "spec.level"));
  TALUS_RETURN_IF_ERROR(CheckInsideWorld(region.region, region.level));
  if (region.near) TALUS_RETURN_IF_ERROR(CheckNear(*region.near, region.level));
  const int64_t width = region.region.width();
  const int64_t height = region.region.height();
  if (width > limits.region_cells / height) {
    return absl::ResourceExhaustedError(
        absl::StrCat("spec.region has ", width, " x ", height,
                     " cells; at most ", limits.region_cells,
                     " are made for one request; ask for parts of it, "
                     "they fit together without a seam"));
  }
  TALUS_ASSIGN_OR_RETURN(
      question.recipe,
      CanonicalOf(spec.recipe(),
                  spec.has_until_stage() ? std::optional(spec.until_stage())
                                         : std::nullopt,
                  "spec."));
  return question;
}

absl::StatusOr<TileQuestion> CheckTile(const v1::GetTileRequest& request,
                                       Violations* violations) {
  TileQuestion question;
  TileKey& key = question.key;
  key.level = static_cast<int>(std::min<uint32_t>(request.level(), kMaxLevel));
  key.x = request.tile_x();
  key.y = request.tile_y();
  key.tile_size =
      CheckTileSize(request.tile_size(), kLargestUnaryTile, violations);
  key.format = CheckFormat(request.format(), violations);
  if (request.layer() != v1::LAYER_UNSPECIFIED) {
    const absl::StatusOr<Layer> layer =
        LayerFromMessage(request.layer(), "layer");
    if (layer.ok()) {
      key.layer = *layer;
    } else {
      AddField(layer.status(), violations);
    }
  }
  if (request.has_recipe()) {
    Append(ValidateRecipe(request.recipe(), "recipe"), violations);
  } else {
    violations->Add("recipe", "is missing; name the landscape");
  }
  if (!violations->empty()) return violations->ToStatus();

  TALUS_RETURN_IF_ERROR(CheckLevel(request.level(), "level"));
  const int64_t edge = kWorldEdge / key.tile_size;
  if (key.x < -edge || key.x >= edge || key.y < -edge || key.y >= edge) {
    return absl::OutOfRangeError(absl::StrCat(
        "tile (", key.x, ", ", key.y, ") leaves the world, which is [", -edge,
        ", ", edge, ") both ways in tiles of level 0"));
  }
  TALUS_RETURN_IF_ERROR(CheckInsideWorld(key.Cells(), key.level));
  TALUS_ASSIGN_OR_RETURN(question.recipe,
                         CanonicalOf(request.recipe(),
                                     request.has_until_stage()
                                         ? std::optional(request.until_stage())
                                         : std::nullopt,
                                     ""));
  key.recipe_digest = question.recipe.digest;
  return question;
}

absl::Status CheckMade(const google::protobuf::RepeatedField<int>& layers,
                       LayerSet made, const std::string& field,
                       Violations* violations) {
  std::string have;
  made.ForEach([&](Layer layer) {
    absl::StrAppend(&have, have.empty() ? "" : ", ",
                    static_cast<int>(ToMessage(layer)), " (",
                    std::string(LayerName(layer)), ")");
  });
  for (int i = 0; i < layers.size(); ++i) {
    const auto number = static_cast<v1::Layer>(layers[i]);
    const auto layer = LayerFromMessage(number, field);
    if (!layer.ok() || made.Has(*layer)) continue;
    violations->Add(
        absl::StrCat(field, "[", i, "]"),
        absl::StrCat("= ", layers[i], " (", std::string(LayerName(*layer)),
                     ") is made by no stage of this recipe; ask "
                     "for some of ",
                     have));
  }
  return violations->empty() ? absl::OkStatus() : violations->ToStatus();
}

absl::Status CheckCost(const RegionPlan& plan, const RequestLimits& limits) {
  if (plan.cell_passes > limits.cell_passes) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "the request takes ", plan.cell_passes, " cell updates; at most ",
        limits.cell_passes,
        " are made for one; ask for a smaller region, fewer passes or a "
        "coarser level"));
  }
  if (plan.memory_bytes > limits.memory_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the request takes ", plan.memory_bytes,
                     " bytes of memory at once; at most ", limits.memory_bytes,
                     " are given to one; ask for a smaller region"));
  }
  return absl::OkStatus();
}

}  // namespace talus
