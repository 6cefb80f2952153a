#ifndef TALUS_SIM_BASE_WORD_VECTOR_H_
#define TALUS_SIM_BASE_WORD_VECTOR_H_

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "sim/base/word_memory.h"

namespace talus {

// For vectors that hold planes: memory of AllocateWords, and elements that
// `resize` adds are undefined until written.
template <typename T>
struct WordAllocator {
  using value_type = T;

  WordAllocator() = default;
  template <typename U>
  explicit(false) WordAllocator(const WordAllocator<U>&) {}

  T* allocate(size_t count) {
    return static_cast<T*>(
        AllocateWords(static_cast<int64_t>((count * sizeof(T) + 3) / 4)));
  }
  void deallocate(T* words, size_t) { ReleaseWords(words); }
  template <typename U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <typename U, typename... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(static_cast<Args&&>(args)...);
  }
  template <typename U>
  bool operator==(const WordAllocator<U>&) const {
    return true;
  }
};

template <typename T>
using WordVector = std::vector<T, WordAllocator<T>>;

}  // namespace talus

#endif  // TALUS_SIM_BASE_WORD_VECTOR_H_
