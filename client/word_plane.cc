#include "client/word_plane.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/pending_file.h"
#include "sim/base/format_bytes.h"
#include "sim/base/status_macros.h"

namespace talus {
namespace {

absl::Status NoRoomOnDisk(size_t bytes, const std::string& folder, int error) {
  return FileError(
      absl::StrCat("cannot keep ", FormatBytes(static_cast<int64_t>(bytes)),
                   " of a layer in"),
      folder, error);
}

// A file of `bytes` without a name.
absl::StatusOr<int> UnnamedFile(const std::string& folder, size_t bytes) {
  std::string path = folder + "/.talus-layer-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) return NoRoomOnDisk(bytes, folder, errno);
  unlink(path.c_str());
  const int error = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  if (error != 0) {
    close(file);
    return NoRoomOnDisk(bytes, folder, error);
  }
  return file;
}

}  // namespace

absl::StatusOr<WordPlane> WordPlane::Make(const Rect& rect,
                                          const std::string& spill_folder) {
  const size_t bytes = static_cast<size_t>(rect.area()) * sizeof(int32_t);
  int file = -1;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  if (!spill_folder.empty()) {
    TALUS_ASSIGN_OR_RETURN(file, UnnamedFile(spill_folder, bytes));
    flags = MAP_SHARED;
  }
  void* words = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  if (file >= 0) close(file);
  if (words == MAP_FAILED) {
    return absl::ResourceExhaustedError(
        absl::StrCat("no room for ", FormatBytes(static_cast<int64_t>(bytes)),
                     " of a layer in memory; ask for a smaller region"));
  }
  return WordPlane(rect, static_cast<int32_t*>(words), bytes);
}

WordPlane::~WordPlane() {
  if (words_ != nullptr) munmap(words_, bytes_);
}

WordPlane::WordPlane(WordPlane&& other) noexcept
    : rect_(other.rect_),
      words_(std::exchange(other.words_, nullptr)),
      bytes_(other.bytes_) {}

WordPlane& WordPlane::operator=(WordPlane&& other) noexcept {
  std::swap(rect_, other.rect_);
  std::swap(words_, other.words_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

GridView<int32_t> WordPlane::View(const Rect& part) const {
  const int64_t stride = rect_.width();
  return {words_ + (part.y0 - rect_.y0) * stride + (part.x0 - rect_.x0),
          part.width(), part.height(), stride};
}

}  // namespace talus
