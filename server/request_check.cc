#include "server/request_check.h"

#include <algorithm>
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

// What is wrong with a request. Its code is INVALID_ARGUMENT where anything is
// that, else that of what was found first.
class Faults {
 public:
  void Add(absl::StatusCode code, std::string path, std::string reason) {
    if (code_ == absl::StatusCode::kOk || IsInvalid(code)) code_ = code;
    list_.Add(std::move(path), std::move(reason));
  }
  void AddInvalid(std::string path, std::string reason) {
    Add(absl::StatusCode::kInvalidArgument, std::move(path), std::move(reason));
  }
  // An error about one field, whose message begins with its path. `parent`
  // comes before that.
  void Add(const absl::Status& status, const std::string& parent = "") {
    const std::string text(status.message());
    const size_t space = text.find(' ');
    std::string path = text.substr(0, space);
    if (path.back() == ':') path.pop_back();
    Add(status.code(), parent + path, text.substr(space + 1));
  }

  // `invalid` gets the list where the code is INVALID_ARGUMENT.
  absl::Status ToStatus(Violations* invalid) const {
    if (list_.empty()) return absl::OkStatus();
    const absl::Status all = list_.ToStatus();
    if (IsInvalid(code_)) *invalid = list_;
    return absl::Status(code_, all.message());
  }

 private:
  static bool IsInvalid(absl::StatusCode code) {
    return code == absl::StatusCode::kInvalidArgument;
  }

  absl::StatusCode code_ = absl::StatusCode::kOk;
  Violations list_;
};

int64_t CheckTileSize(uint32_t size, uint32_t largest, Faults* faults) {
  if (size == 0) return 256;
  const bool power = (size & (size - 1)) == 0;
  if (!power || size < kSmallestTile || size > largest) {
    std::string edges;
    for (uint32_t edge = kSmallestTile; edge <= largest; edge *= 2) {
      absl::StrAppend(&edges, edge, ", ");
    }
    faults->AddInvalid("tile_size",
                       absl::StrCat("= ", size, " is no edge of a tile; give ",
                                    edges, "or 0 for 256"));
  }
  return size;
}

v1::SampleFormat CheckFormat(v1::SampleFormat format, Faults* faults) {
  if (format == v1::SAMPLE_FORMAT_UNSPECIFIED) return v1::SAMPLE_FORMAT_F32;
  if (!v1::SampleFormat_IsValid(format)) {
    faults->AddInvalid("format", absl::StrCat("= ", static_cast<int>(format),
                                              " is no sample format; give 1 "
                                              "(float32) or 2 (native)"));
  }
  return format;
}

// `program` is null where it is not known.
int CheckLevel(uint32_t level, const Program* program, const std::string& path,
               Faults* faults) {
  const int coarsest = program == nullptr ? kMaxLevel : program->max_level();
  if (level > static_cast<uint32_t>(coarsest)) {
    faults->Add(
        absl::StatusCode::kOutOfRange, path,
        absl::StrCat("= ", level, " is outside [0, ", coarsest, "], the levels",
                     program == nullptr ? "" : " of this recipe",
                     "; ask for one of them"));
  }
  return static_cast<int>(std::min<uint32_t>(level, kMaxLevel));
}

void CheckMade(Layer layer, const Program& program, const std::string& path,
               Faults* faults) {
  if (program.layers().Has(layer)) return;
  std::string have;
  program.layers().ForEach([&](Layer made) {
    absl::StrAppend(&have, have.empty() ? "" : ", ",
                    static_cast<int>(ToMessage(made)), " (",
                    std::string(LayerName(made)), ")");
  });
  faults->AddInvalid(
      path, absl::StrCat("= ", static_cast<int>(ToMessage(layer)), " (",
                         std::string(LayerName(layer)),
                         ") is made by no stage of this recipe; ask for some "
                         "of ",
                         have));
}

LayerSet CheckLayers(const google::protobuf::RepeatedField<int>& layers,
                     const Program* program, Faults* faults) {
  for (int i = 0; i < layers.size(); ++i) {
    const std::string path = absl::StrCat("spec.layers[", i, "]");
    const auto layer =
        LayerFromMessage(static_cast<v1::Layer>(layers[i]), path);
    if (!layer.ok()) {
      faults->Add(layer.status());
    } else if (program != nullptr) {
      CheckMade(*layer, *program, path, faults);
    }
  }
  return LayersFromMessage(layers, "spec.layers").value_or(LayerSet());
}

// `message` has the fields recipe and until_stage; `parent` is its path. Null
// where they are not in order. What is wrong with until_stage alone does not
// keep the recipe from being looked at.
template <typename Message>
LandscapePtr CheckRecipe(const Message& message, const std::string& parent,
                         RegionMaker* maker, Faults* faults) {
  const std::string path = parent + "recipe";
  if (!message.has_recipe()) {
    faults->AddInvalid(path, "is missing; name the landscape");
    return nullptr;
  }
  const Violations violations = ValidateRecipe(message.recipe(), path);
  for (const FieldViolation& v : violations.list()) {
    faults->AddInvalid(v.path, v.reason);
  }
  if (!violations.empty()) return nullptr;
  absl::StatusOr<CanonicalRecipe> recipe = Canonicalize(message.recipe());
  if (recipe.ok() && message.has_until_stage()) {
    absl::StatusOr<CanonicalRecipe> cut =
        CutAfter(*recipe, message.until_stage());
    if (cut.ok()) {
      recipe = *std::move(cut);
    } else {
      faults->Add(cut.status(), parent);
    }
  }
  const absl::StatusOr<LandscapePtr> landscape =
      recipe.ok() ? maker->Prepare(*recipe) : recipe.status();
  if (landscape.ok()) return *landscape;
  faults->Add(landscape.status(), path + ".");
  return nullptr;
}

const Program* ProgramOf(const LandscapePtr& landscape) {
  return landscape == nullptr ? nullptr : landscape->program.get();
}

void CheckInsideWorld(const Rect& rect, int level, const std::string& path,
                      Faults* faults) {
  const Rect world = WorldAt(level);
  if (world.Contains(rect)) return;
  faults->Add(
      absl::StatusCode::kOutOfRange, path,
      absl::StrCat("has columns [", rect.x0, ", ", rect.x1, ") and rows [",
                   rect.y0, ", ", rect.y1,
                   ") and leaves the world, which at level ", level, " is [",
                   world.x0, ", ", world.x1, ") both ways; move it inside"));
}

void CheckNear(const std::pair<int64_t, int64_t>& near, int level,
               Faults* faults) {
  const Rect world = WorldAt(level);
  if (world.Contains(near.first, near.second)) return;
  faults->Add(absl::StatusCode::kOutOfRange, "near",
              absl::StrCat("= (", near.first, ", ", near.second,
                           ") leaves the world, which at level ", level,
                           " is [", world.x0, ", ", world.x1,
                           ") both ways; give a cell of the region"));
}

// Tiles are counted: their cells could overflow.
void CheckTilePlace(const TileKey& key, Faults* faults) {
  const int64_t edge = kWorldEdge / key.tile_size;
  if (key.x >= -edge && key.x < edge && key.y >= -edge && key.y < edge) {
    CheckInsideWorld(key.Cells(), key.level, "tile", faults);
    return;
  }
  faults->Add(
      absl::StatusCode::kOutOfRange, "tile",
      absl::StrCat("(", key.x, ", ", key.y, ") leaves the world, which is [",
                   -edge, ", ", edge, ") both ways in tiles of level 0"));
}

}  // namespace

absl::StatusOr<RegionQuestion> CheckRegion(
    const v1::StreamRegionRequest& request, const RequestLimits& limits,
    RegionMaker* maker, Violations* violations) {
  const v1::RegionSpec& spec = request.spec();
  Faults faults;
  RegionQuestion question;
  RegionRequest& region = question.request;
  region.tile_size =
      CheckTileSize(request.tile_size(), kLargestStreamTile, &faults);
  question.format = CheckFormat(request.format(), &faults);
  question.landscape = CheckRecipe(spec, "spec.", maker, &faults);
  const Program* program = ProgramOf(question.landscape);
  region.level = CheckLevel(spec.level(), program, "spec.level", &faults);
  region.layers = CheckLayers(spec.layers(), program, &faults);
  const absl::StatusOr<Rect> rect =
      RectFromMessage(spec.region(), "spec.region");
  if (rect.ok()) {
    region.region = *rect;
    CheckInsideWorld(*rect, region.level, "spec.region", &faults);
  } else {
    faults.Add(rect.status());
  }
  if (request.has_near()) {
    region.near = {request.near().x(), request.near().y()};
    CheckNear(*region.near, region.level, &faults);
  }
  TALUS_RETURN_IF_ERROR(faults.ToStatus(violations));

  const int64_t width = region.region.width();
  const int64_t height = region.region.height();
  if (width > limits.region_cells / height) {
    return absl::ResourceExhaustedError(
        absl::StrCat("spec.region has ", width, " x ", height,
                     " cells; at most ", limits.region_cells,
                     " are made for one request; ask for parts of it, "
                     "they fit together without a seam"));
  }
  return question;
}

absl::StatusOr<TileQuestion> CheckTile(const v1::GetTileRequest& request,
                                       RegionMaker* maker,
                                       Violations* violations) {
  Faults faults;
  TileQuestion question;
  TileKey& key = question.key;
  key.x = request.tile_x();
  key.y = request.tile_y();
  key.tile_size =
      CheckTileSize(request.tile_size(), kLargestUnaryTile, &faults);
  key.format = CheckFormat(request.format(), &faults);
  question.landscape = CheckRecipe(request, "", maker, &faults);
  const Program* program = ProgramOf(question.landscape);
  key.level = CheckLevel(request.level(), program, "level", &faults);
  const absl::StatusOr<Layer> layer =
      request.layer() == v1::LAYER_UNSPECIFIED
          ? Layer::kHeight
          : LayerFromMessage(request.layer(), "layer");
  if (!layer.ok()) {
    faults.Add(layer.status());
  } else {
    key.layer = *layer;
    if (program != nullptr) CheckMade(*layer, *program, "layer", &faults);
  }
  CheckTilePlace(key, &faults);
  TALUS_RETURN_IF_ERROR(faults.ToStatus(violations));
  key.recipe_digest = question.landscape->recipe.digest;
  return question;
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
