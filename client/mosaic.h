#ifndef TALUS_CLIENT_MOSAIC_H_
#define TALUS_CLIENT_MOSAIC_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "client/word_plane.h"
#include "sim/plan/engine.h"

namespace talus {

// Puts the tiles of a region together, one plane a layer. Not thread-safe.
class Mosaic : public TileSink {
 public:
  // Layers larger than `memory_bytes` together lie in files of `spill_folder`.
  static absl::StatusOr<Mosaic> Make(const Rect& region, LayerSet layers,
                                     int64_t memory_bytes,
                                     const std::string& spill_folder);

  // INTERNAL for a tile that is not of the region.
  absl::Status OnTile(const TileView& tile) override;
  // INTERNAL unless every cell of every layer came.
  absl::Status CheckComplete() const;

  const Rect& region() const { return region_; }
  LayerSet layers() const { return layers_; }
  // REQUIRES layers().Has(layer) and region().Contains(part).
  GridView<int32_t> View(Layer layer, const Rect& part) const {
    return planes_.at(layer).View(part);
  }

 private:
  Mosaic(const Rect& region, LayerSet layers)
      : region_(region), layers_(layers) {}

  Rect region_;
  LayerSet layers_;
  std::map<Layer, WordPlane> planes_;
  int64_t cells_ = 0;  // received, over all layers
};

}  // namespace talus

#endif  // TALUS_CLIENT_MOSAIC_H_
