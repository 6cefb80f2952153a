#include "sim/base/word_memory.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <cstddef>
#include <cstdlib>
#include <new>

namespace talus {
namespace {

constexpr size_t kCacheLine = 64;
constexpr size_t kHugePage = size_t{2} << 20;

}  // namespace

void* AllocateWords(int64_t count) {
  const size_t bytes = static_cast<size_t>(count) * 4;
  const bool huge = bytes >= kHugePage;
  const size_t alignment = huge ? kHugePage : kCacheLine;
  void* words = std::aligned_alloc(
      alignment, (bytes + kCacheLine - 1) / kCacheLine * kCacheLine);
  if (words == nullptr) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  // The rest after the last whole one keeps small pages, so nothing is wasted.
  if (huge) (void)madvise(words, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return words;
}

}  // namespace talus
