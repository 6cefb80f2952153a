#include "wire/tile_bytes.h"

#include <bit>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "sim/base/fixed.h"

namespace talus {

// Words are copied as they lie in memory.
static_assert(std::endian::native == std::endian::little);

std::string EncodeTile(const TileView& tile, v1::SampleFormat format) {
  const int64_t width = tile.rect.width();
  const bool to_meters =
      format != v1::SAMPLE_FORMAT_NATIVE && IsFixed(tile.layer);
  std::string bytes(static_cast<size_t>(tile.rect.area()) * 4, '\0');
  char* to = bytes.data();
  std::vector<float> row(static_cast<size_t>(to_meters ? width : 0));
  for (int64_t y = tile.rect.y0; y < tile.rect.y1; ++y, to += width * 4) {
    const int32_t* words = tile.Row(y);
    const void* from = words;
    if (to_meters) {
      for (int64_t i = 0; i < width; ++i) {
        row[static_cast<size_t>(i)] =
            words[i] == kNodataQuanta ? kNodataValue : ToMeters(words[i]);
      }
      from = row.data();
    }
    std::memcpy(to, from, static_cast<size_t>(width) * 4);
  }
  return bytes;
}

absl::StatusOr<std::vector<int32_t>> DecodeNativeTile(const std::string& bytes,
                                                      int64_t cells) {
  if (bytes.size() != static_cast<size_t>(cells) * 4) {
    return absl::DataLossError(absl::StrCat("a tile of ", cells, " cells has ",
                                            bytes.size(), " bytes; it takes ",
                                            cells * 4));
  }
  std::vector<int32_t> words(static_cast<size_t>(cells));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

}  // namespace talus
