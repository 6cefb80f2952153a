#include "client/tile_assembler.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/base/digest.h"
#include "sim/base/status_macros.h"
#include "wire/region_messages.h"
#include "wire/tile_bytes.h"

namespace talus {
namespace {

constexpr int64_t kMaxTileEdge = 1024;

absl::Status Broken(const v1::TileChunk& chunk, const std::string& why) {
  return absl::DataLossError(
      absl::StrCat("tile of layer ", static_cast<int>(chunk.layer()), " at (",
                   chunk.rect().x(), ", ", chunk.rect().y(), "): ", why));
}

bool SameTile(const v1::TileChunk& a, const v1::TileChunk& b) {
  return a.layer() == b.layer() && a.level() == b.level() &&
         a.rect().x() == b.rect().x() && a.rect().y() == b.rect().y() &&
         a.rect().width() == b.rect().width() &&
         a.rect().height() == b.rect().height() &&
         a.total_bytes() == b.total_bytes() && a.digest() == b.digest();
}

}  // namespace

absl::Status TileAssembler::Begin(const v1::TileChunk& chunk) {
  if (chunk.format() != v1::SAMPLE_FORMAT_NATIVE) {
    return Broken(chunk, "not in the NATIVE format that was asked for");
  }
  if (const auto rect = RectFromMessage(chunk.rect(), "rect");
      !rect.ok() || rect->width() > kMaxTileEdge ||
      rect->height() > kMaxTileEdge ||
      chunk.total_bytes() != static_cast<uint64_t>(rect->area()) * 4) {
    return Broken(chunk, "its size is not that of its cells");
  }
  head_ = chunk;
  head_.clear_data();
  bytes_.clear();
  open_ = true;
  return absl::OkStatus();
}

absl::StatusOr<std::optional<OwnedTile>> TileAssembler::Add(
    const v1::TileChunk& chunk) {
  if (!open_) TALUS_RETURN_IF_ERROR(Begin(chunk));
  if (!SameTile(head_, chunk) || chunk.offset_bytes() != bytes_.size() ||
      chunk.data().size() > head_.total_bytes() - bytes_.size()) {
    return Broken(chunk, "its chunks do not follow each other");
  }
  bytes_ += chunk.data();
  if (bytes_.size() < head_.total_bytes()) {
    if (chunk.data().empty()) return Broken(chunk, "an empty chunk");
    return std::optional<OwnedTile>();
  }
  open_ = false;
  Sha256 hash;
  hash.Update(bytes_);
  const Sha256Digest digest = hash.Finish();
  if (head_.digest() != std::string(digest.begin(), digest.end())) {
    return Broken(chunk, "its digest is not that of its bytes");
  }
  OwnedTile tile;
  TALUS_ASSIGN_OR_RETURN(tile.layer, LayerFromMessage(head_.layer(), "layer"));
  TALUS_ASSIGN_OR_RETURN(tile.rect, RectFromMessage(head_.rect(), "rect"));
  tile.level = static_cast<int>(head_.level());
  TALUS_ASSIGN_OR_RETURN(tile.words,
                         DecodeNativeTile(bytes_, tile.rect.area()));
  return std::optional<OwnedTile>(std::move(tile));
}

}  // namespace talus
