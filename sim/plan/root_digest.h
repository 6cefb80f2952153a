#ifndef TALUS_SIM_PLAN_ROOT_DIGEST_H_
#define TALUS_SIM_PLAN_ROOT_DIGEST_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/digest.h"
#include "sim/base/rect.h"

namespace talus {

// The digest of one layer over a region: SHA-256 over the digests of its world
// blocks of 256^2, row by row. Does not depend on tiles or windows, as long as
// each block comes whole.
class RootDigest {
 public:
  static constexpr int64_t kBlockCells = 256;

  // Adds the blocks of a rectangle whose inner edges lie between blocks. row(y)
  // returns the words from column rect.x0 on.
  template <typename RowFn>
  void Add(const Rect& rect, RowFn&& row) {
    const Rect blocks = BlocksOf(rect, kBlockCells);
    for (int64_t by = blocks.y0; by < blocks.y1; ++by) {
      for (int64_t bx = blocks.x0; bx < blocks.x1; ++bx) {
        const Rect cells =
            Intersect(CellsOf({bx, by, bx + 1, by + 1}, kBlockCells), rect);
        Sha256 sha;
        for (int64_t y = cells.y0; y < cells.y1; ++y) {
          sha.Update(row(y) + (cells.x0 - rect.x0),
                     static_cast<size_t>(cells.width()) * 4);
        }
        blocks_[{by, bx}] = sha.Finish();
      }
    }
  }

  // Digests of the blocks, row by row.
  std::vector<Sha256Digest> Blocks() const {
    std::vector<Sha256Digest> blocks;
    blocks.reserve(blocks_.size());
    for (const auto& [at, digest] : blocks_) blocks.push_back(digest);
    return blocks;
  }

  // The root of blocks' digests.
  static Sha256Digest RootOf(const std::vector<Sha256Digest>& blocks) {
    Sha256 sha;
    for (const Sha256Digest& digest : blocks) {
      sha.Update(digest.data(), digest.size());
    }
    return sha.Finish();
  }

  // 32 bytes.
  std::string Root() const {
    const Sha256Digest root = RootOf(Blocks());
    return std::string(root.begin(), root.end());
  }

 private:
  std::map<std::pair<int64_t, int64_t>, Sha256Digest> blocks_;
};

}  // namespace talus

#endif  // TALUS_SIM_PLAN_ROOT_DIGEST_H_
