#ifndef TALUS_CLIENT_WORD_PLANE_H_
#define TALUS_CLIENT_WORD_PLANE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "sim/base/rect.h"
#include "sim/export/grid_view.h"

namespace talus {

// The words of one layer over a rectangle, as tiles bring them. Lies in memory,
// or in an unlinked file of a folder, from which the system pages it: regions
// larger than memory work. Moves, never copies.
class WordPlane {
 public:
  // `spill_folder` empty: in memory. RESOURCE_EXHAUSTED where there is no room
  // in memory; a FileError where there is none in the folder.
  static absl::StatusOr<WordPlane> Make(const Rect& rect,
                                        const std::string& spill_folder);
  ~WordPlane();
  WordPlane(WordPlane&& other) noexcept;
  WordPlane& operator=(WordPlane&& other) noexcept;

  const Rect& rect() const { return rect_; }
  int32_t* Row(int64_t y) { return words_ + (y - rect_.y0) * rect_.width(); }
  // The words of a part. REQUIRES rect().Contains(part).
  GridView<int32_t> View(const Rect& part) const;

 private:
  WordPlane(const Rect& rect, int32_t* words, size_t bytes)
      : rect_(rect), words_(words), bytes_(bytes) {}

  Rect rect_;
  int32_t* words_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace talus

#endif  // TALUS_CLIENT_WORD_PLANE_H_
