#ifndef TALUS_TESTS_SERVER_FAKE_TILE_SOURCE_H_
#define TALUS_TESTS_SERVER_FAKE_TILE_SOURCE_H_

#include <atomic>
#include <functional>
#include <memory>

#include "server/tile_source.h"

namespace talus {

// Gives tiles of 16 bytes, or what `answer` gives.
class FakeTileSource final : public TileSource {
 public:
  using Answer = std::function<absl::StatusOr<TileResult>(const TileRequest&,
                                                          std::stop_token)>;
  explicit FakeTileSource(Answer answer = nullptr)
      : answer_(std::move(answer)) {}

  absl::StatusOr<TileResult> Get(const TileRequest& request,
                                 std::stop_token stop) override {
    ++calls;
    return answer_ ? answer_(request, stop) : TileResult{SmallTile()};
  }

  static EncodedTilePtr SmallTile() {
    auto tile = std::make_shared<EncodedTile>();
    tile->data = std::string(16, 'x');
    return tile;
  }

  std::atomic<int> calls = 0;

 private:
  const Answer answer_;
};

inline TileRequest RequestOf(int64_t x) {
  TileRequest request;
  request.key.x = x;
  return request;
}

}  // namespace talus

#endif  // TALUS_TESTS_SERVER_FAKE_TILE_SOURCE_H_
