#include "client/raw_writer.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

#include "client/pending_file.h"
#include "sim/plan/engine.h"

namespace talus {
namespace {

// Samples are written as they lie in memory.
static_assert(std::endian::native == std::endian::little);

// Writes rows of T, each made by encode(y, row).
template <typename T, typename Encode>
absl::Status WriteRows(const std::string& path, const LayerImage& image,
                       Encode encode) {
  PendingFile pending(path);
  errno = 0;
  std::unique_ptr<FILE, int (*)(FILE*)> file(
      std::fopen(pending.temporary().c_str(), "wb"), &std::fclose);
  if (file == nullptr) return FileError("cannot write", path, errno);
  std::vector<T> row(static_cast<size_t>(image.words.width));
  errno = 0;
  bool written = true;
  for (int64_t y = 0; y < image.words.height && written; ++y) {
    encode(y, row.data());
    written = std::fwrite(row.data(), sizeof(T), row.size(), file.get()) ==
              row.size();
  }
  const int error = written ? 0 : errno;
  if (std::fclose(file.release()) != 0 || !written) {
    return FileError("cannot write", path, written ? errno : error);
  }
  return pending.Commit();
}

}  // namespace

absl::Status WriteRaw16(const std::string& path, const LayerImage& image,
                        const SixteenBit& coding) {
  return WriteRows<uint16_t>(path, image, [&](int64_t y, uint16_t* row) {
    EncodeRow16(image, coding, y, row);
  });
}

absl::Status WriteRawF32(const std::string& path, const LayerImage& image) {
  return WriteRows<float>(path, image, [&](int64_t y, float* row) {
    EncodeRowF32(image, kNodataValue, y, row);
  });
}

absl::Status WriteRawWords(const std::string& path, const LayerImage& image) {
  return WriteRows<int32_t>(path, image, [&](int64_t y, int32_t* row) {
    const int32_t* words = image.words.Row(y);
    std::copy(words, words + image.words.width, row);
  });
}

}  // namespace talus
