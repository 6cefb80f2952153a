#ifndef TALUS_SERVER_COALESCING_TILE_SOURCE_H_
#define TALUS_SERVER_COALESCING_TILE_SOURCE_H_

#include <map>
#include <memory>
#include <mutex>

#include "server/tile_source.h"

namespace talus {

// Makes a tile that several ask for at once only once. Who came first does the
// work, in its own thread; the others wait for it. The work is stopped when all
// of them have gone, never because one has: the first one's thread then works
// on for those that stayed.
class CoalescingTileSource final : public TileSource {
 public:
  explicit CoalescingTileSource(TileSource* inner) : inner_(inner) {}
  absl::StatusOr<TileResult> Get(const TileRequest& request,
                                 std::stop_token stop) override;
  // How many wait for tiles that are being made.
  int callers() const;

 private:
  struct Flight;

  absl::StatusOr<TileResult> Lead(const TileRequest& request,
                                  const std::shared_ptr<Flight>& flight);
  void Leave(const TileKey& key, const std::shared_ptr<Flight>& flight);
  void Forget(const TileKey& key, const std::shared_ptr<Flight>& flight);

  TileSource* const inner_;
  mutable std::mutex mutex_;
  std::map<TileKey, std::shared_ptr<Flight>> flights_;
};

}  // namespace talus

#endif  // TALUS_SERVER_COALESCING_TILE_SOURCE_H_
