#ifndef TALUS_SIM_BASE_PLANE_H_
#define TALUS_SIM_BASE_PLANE_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "sim/base/rect.h"
#include "sim/base/word_memory.h"

namespace talus {

// Owns the values of one layer over a rectangle, row-major, rows aligned to 64
// bytes. Values are undefined until written. Moves, never copies. T is a 32-bit
// type.
//
// At least kPad words before and after each row may be read. They begin as
// zeros, so that arithmetic on them is harmless; their values mean nothing.
template <typename T>
class Plane {
 public:
  static constexpr int64_t kPad = 16;

  Plane() = default;
  explicit Plane(const Rect& rect)
      : rect_(rect),
        stride_((rect.width() + 2 * kPad + 15) / 16 * 16),
        data_(static_cast<T*>(AllocateWords(words()))) {
    static_assert(sizeof(T) == 4);
    const int64_t count = words();
    std::fill_n(data_.get(), std::min(kPad, count), T{});
    for (int64_t end = kPad + rect.width(); end < count; end += stride_) {
      const int64_t gap = stride_ - rect.width();  // to the next row
      std::fill_n(data_.get() + end, std::min(gap, count - end), T{});
    }
  }

  const Rect& rect() const { return rect_; }
  int64_t stride() const { return stride_; }
  bool allocated() const { return data_ != nullptr; }
  size_t bytes() const {
    return static_cast<size_t>(stride_ * rect_.height()) * sizeof(T);
  }

  // Pointer to column x of row y. REQUIRES rect().Contains(x, y), or x ==
  // rect().x1.
  T* At(int64_t x, int64_t y) {
    return data_.get() + (y - rect_.y0) * stride_ + kPad + (x - rect_.x0);
  }
  const T* At(int64_t x, int64_t y) const {
    return data_.get() + (y - rect_.y0) * stride_ + kPad + (x - rect_.x0);
  }
  T* Row(int64_t y) { return At(rect_.x0, y); }
  const T* Row(int64_t y) const { return At(rect_.x0, y); }

  void Fill(T value) {
    for (int64_t y = rect_.y0; y < rect_.y1; ++y) {
      std::fill_n(Row(y), rect_.width(), value);
    }
  }

 private:
  int64_t words() const { return stride_ * rect_.height() + kPad; }

  Rect rect_;
  int64_t stride_ = 0;
  std::unique_ptr<T, FreeWords> data_;
};

}  // namespace talus

#endif  // TALUS_SIM_BASE_PLANE_H_
